# One image for web, worker and beat; docker-compose.yml says which runs what.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
    WARLEDGER_VENV=off WARLEDGER_DATA=/data

RUN useradd --create-home --uid 1000 warledger && mkdir /data && chown warledger /data
WORKDIR /srv/warledger

COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY manage.py ./
COPY games games
COPY tracker tracker
COPY api api
COPY templates templates
COPY docs docs
# compiles the translations while the folder can be written to
RUN SECRET_KEY="$(head -c 32 /dev/urandom | base64)" python manage.py check

USER warledger
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "web", "--host", "0.0.0.0", "--port", "8000"]
