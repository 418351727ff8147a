"""Details of the row that is selected in the view in front."""

PANEL = "inspector.ui.details.panel:DetailsPanel"
