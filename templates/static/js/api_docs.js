/* Shows the OpenAPI document in Swagger UI. A session's requests carry the CSRF token, as every form of ours does. */
"use strict";

(function () {
  const place = document.getElementById("api");
  const token = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]*)/) || [])[1];
  window.SwaggerUIBundle({
    url: place.dataset.schema,
    domNode: place,
    deepLinking: true,
    requestInterceptor: (request) => {
      const value = token();
      if (value) request.headers["X-CSRFToken"] = value;
      return request;
    },
  });
})();
