"""The form of the verify page."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

LARGEST = 8 * 1024 * 1024


class LogFileForm(forms.Form):
    """One exported log."""

    file = forms.FileField(
        label=_("Exported log"),
        help_text=_("A .jsonl file of a match or a tournament, or the .zip of a whole event, up to 8 MB."),
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("The file is larger than 8 MB."))
        return file
