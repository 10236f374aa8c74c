"""The longer queries of a store."""

LARGEST_ID = 2**63 - 1
"""The largest integer of SQLite; a larger id names no row."""
INTERVALS = "SELECT {} FROM interval WHERE run_id = ? ORDER BY idx"
MERGED = (
    "SELECT {}, intervals, series, fine.checksum FROM interval LEFT JOIN fine USING (run_id, idx)"
    " WHERE run_id = ? ORDER BY idx"
)
"""With the series of the intervals that a row was merged from."""
FIGURES = """
SELECT group_concat(figures, ',') FROM (
  SELECT '[' || run_id || ',' || idx || ',' || substr(json_extract(json, {}), 2) AS figures FROM (
    SELECT run_id, idx, json FROM interval WHERE run_id = ?2 AND idx > ?3
    UNION ALL
    SELECT run_id, idx, json FROM interval WHERE run_id IN (
      SELECT id FROM run WHERE campaign_id = ?1 AND id > ?2)
    ORDER BY run_id, idx LIMIT 5000))
"""
"""Figures of the next intervals after this one. Two parts, so that the index skips what was
read."""
SEALS = """
SELECT group_concat(checksum),
  CAST(group_concat(run_id || char(0) || idx || char(0) || json, char(1)) AS BLOB) FROM (
  SELECT run_id, idx, checksum, json FROM interval WHERE run_id = ?2 AND idx > ?3
  UNION ALL
  SELECT run_id, idx, checksum, json FROM interval WHERE run_id IN (
    SELECT id FROM run WHERE campaign_id = ?1 AND id > ?2)
  ORDER BY run_id, idx LIMIT 1000)
"""
"""The checksums of the next intervals after this one, and what they cover as it stands in the file:
to decode it and encode it again would take as long as to check it."""
PROCESSORS = """
SELECT coalesce(sum(n), 0), max(coalesce(stolen_max, stolen)),
    sum(stolen * length_s) / nullif(sum(CASE WHEN stolen IS NOT NULL THEN length_s END), 0),
    coalesce(sum(CASE WHEN foreign_share IS NOT NULL THEN n END), 0),
    max(coalesce(foreign_max, foreign_share)),
    sum(foreign_share * length_s)
      / nullif(sum(CASE WHEN foreign_share IS NOT NULL THEN length_s END), 0) FROM (
  SELECT n, length_s, stolen, stolen_max, foreign_max, CASE WHEN cores > 0 AND length_s > 0
      THEN max(0.0, busy - own_ns / 1e9 / length_s / cores) END AS foreign_share FROM (
    SELECT coalesce(json_extract(json, '$.merged.intervals'), 1) AS n,
      json_extract(json, '$.merged.stolen_max') AS stolen_max,
      json_extract(json, '$.merged.others_max') AS foreign_max,
      json_extract(json, '$.length_s') AS length_s,
      json_extract(json, '$.system_load.cpu.steal') AS stolen,
      json_array_length(json, '$.system_load.cpu_per_core') AS cores,
      json_extract(json, '$.system_load.cpu.user')
        + json_extract(json, '$.system_load.cpu.system') AS busy,
      json_extract(json, '$.system_load.process.user_ns')
        + json_extract(json, '$.system_load.process.system_ns') AS own_ns
    FROM interval JOIN run ON run.id = run_id
    WHERE campaign_id = ? AND record IS NOT NULL
      AND json_type(json, '$.system_load.cpu') = 'object' LIMIT -1))
"""
"""The fields of a ProcessorLoad. The limit, which is none, keeps SQLite from putting the extraction
of a figure wherever the figure is used: that took twice the time. The share of others is null where
our own time is unknown. Means are over time; the maximum of a merged interval is that of its
largest part."""
CAMPAIGNS = (
    "SELECT id, kind, objective, strategy, seed, spec, version, state, writer, started_at_ns,"
    " finished_at_ns, result, checksum FROM campaign"
)
RUNS = (
    "SELECT id, campaign_id, point_id, role, state, writer, why, started_at_ns, finished_at_ns,"
    " spec, seed, version, checksum, outcome, offered_rate_per_s, issued_rate_per_s,"
    " achieved_rate_per_s FROM run"
)

EMPTY = """
SELECT state = 'running'
    AND NOT EXISTS (SELECT 1 FROM run WHERE campaign_id = campaign.id AND state = 'finished')
    AND NOT EXISTS (
        SELECT 1 FROM interval JOIN run ON run.id = run_id WHERE campaign_id = campaign.id
    )
    AND NOT EXISTS (SELECT 1 FROM event WHERE event.campaign_id = campaign.id)
FROM campaign WHERE id = ?
"""
"""Whether an unfinished campaign has neither measurements nor notes."""
FORGET = (
    "DELETE FROM counter WHERE run_id IN (SELECT id FROM run WHERE campaign_id = ?)",
    "DELETE FROM collected WHERE run_id IN (SELECT id FROM run WHERE campaign_id = ?)",
    (
        "DELETE FROM counter_name WHERE collector_id IN"
        " (SELECT id FROM collector WHERE campaign_id = ?)"
    ),
    "DELETE FROM collector WHERE campaign_id = ?",
    "DELETE FROM event WHERE run_id IN (SELECT id FROM run WHERE campaign_id = ?)",
    "DELETE FROM run WHERE campaign_id = ?",
    "DELETE FROM point WHERE campaign_id = ?",
    "DELETE FROM campaign WHERE id = ?",
)
"""Statements, in order, that remove an empty campaign without a plan."""
