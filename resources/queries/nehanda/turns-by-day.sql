-- title: Turns by day
-- about: How many entries of which kind the transcripts hold for each day (UTC), of one session or of all.
-- needs: transcript_entries.entry_type, transcript_entries.created_at, transcript_entries.session_id
-- param: session_id text picker=sessions label="Session (all if empty)"
-- show: chart
-- chart: bar x=day y=entries group=entry
SELECT date(created_at) AS day, entry_type AS entry, count(*) AS entries
FROM transcript_entries
WHERE date(created_at) IS NOT NULL AND (:session_id IS NULL OR session_id = :session_id)
GROUP BY day, entry
ORDER BY day, entry;
