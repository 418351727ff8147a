-- title: Tokens and cost by day
-- about: What the runs of the agent used, by day and task.
-- needs: token_usage_log.timestamp, token_usage_log.task_series_id, token_usage_log.input_tokens
-- needs: token_usage_log.output_tokens, token_usage_log.cache_read_tokens
-- needs: token_usage_log.cache_creation_tokens, token_usage_log.cost_usd
-- parts: pair
-- show: table
-- chart: bar x=day y=input y=output y=cache_read
SELECT substr(timestamp, 1, 10) AS day, COALESCE(task_series_id, 'chat') AS task, count(*) AS runs,
       sum(input_tokens) AS input, sum(output_tokens) AS output, sum(cache_read_tokens) AS cache_read,
       sum(cache_creation_tokens) AS cache_written, round(sum(cost_usd), 4) AS cost_usd
  FROM token_usage_log
 GROUP BY 1, 2
 ORDER BY 1 DESC, cost_usd DESC
