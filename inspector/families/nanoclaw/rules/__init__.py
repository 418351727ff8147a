"""What must hold in NanoClaw files, each rule once: checks, traces and lists of sessions all ask here."""
