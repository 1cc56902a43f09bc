/* What a choice leaves of others in the same form: a select that leads another one, values that are taken once. */
"use strict";

(function () {
  function keep(option, legal) {
    option.hidden = option.disabled = !legal;
  }

  /* Of the select that is led the legal options stay; what is chosen and no longer legal is given up. */
  function lead(select) {
    for (const [name, legal] of Object.entries(JSON.parse(select.dataset.leads))) {
      const led = select.form.elements[name];
      const left = legal[select.value];
      for (const option of led.options) keep(option, !option.value || !left || left.includes(option.value));
      if (led.selectedOptions[0] && led.selectedOptions[0].disabled) led.value = "";
    }
  }

  /* A value that stands in one field of a group cannot be chosen in another; what is chosen can always be given up. */
  function apart(form) {
    const fields = [...form.querySelectorAll("[data-alone]")];
    const isTick = (field) => field.type === "checkbox";
    const taken = fields.filter((field) => (isTick(field) ? field.checked : field.value));
    const elsewhere = (field, value) => taken.some((one) => one !== field && one.dataset.alone === field.dataset.alone && one.value === value);
    for (const field of fields) {
      if (isTick(field)) field.disabled = !field.checked && elsewhere(field, field.value);
      else for (const option of field.options) option.disabled = option.value !== "" && !option.selected && elsewhere(field, option.value);
    }
  }

  function show(form) {
    if (!form) return;
    form.querySelectorAll("select[data-leads]").forEach(lead);
    apart(form);
  }

  function begin() {
    document.querySelectorAll("form:has([data-leads], [data-alone])").forEach(show);
  }

  document.addEventListener("change", (event) => show(event.target.closest("form")));
  document.addEventListener("htmx:afterSwap", begin);
  begin();
})();
