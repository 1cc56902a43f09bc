"""What `manage.py up` needs on a machine without any server: processes, a broker and a web server of our own.

`processes` starts and watches them, `tether` ends them with their parent, `running` tells other commands of them;
`job_files` stands for Redis, `plainserver` for granian where that has no wheel.
"""
