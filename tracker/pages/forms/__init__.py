"""Forms, split by audience. A form reads and cleans what was typed; it decides nothing."""
