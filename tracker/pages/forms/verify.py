"""The form of the verify page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games.portable import Mark, read_mark

LARGEST = 8 * 1024 * 1024


class LogFileForm(forms.Form):
    """One exported log, a seal that somebody kept, or both."""

    file = forms.FileField(
        label=_("Exported log"),
        help_text=_("A .jsonl file of a match or a tournament, or the .zip of a whole event, up to 8 MB."),
        required=False,
    )
    seal = forms.CharField(
        label=_("A seal that you know"),
        help_text=_(
            "Number and fingerprint from a print, a file or this device, such as 12:0f3a92c4d5e6b718."
        ),
        required=False,
        max_length=90,
        widget=forms.TextInput(attrs={"data-kept-seal": "", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("The file is larger than 8 MB."))
        return file

    def clean_seal(self) -> Mark | None:
        text = self.cleaned_data["seal"].replace(" ", "").lower()
        try:
            return read_mark(text) if text else None
        except ValueError:
            raise forms.ValidationError(_("Write the number, a colon, and at least 16 digits.")) from None

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data.get("file") and not self.cleaned_data.get("seal"):
            self.add_error("file", _("Choose a file, or enter a seal."))
        return self.cleaned_data
