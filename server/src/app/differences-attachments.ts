/** Checks of the files at records. */

export const ATTACHMENT_CHECKS: Record<string, string> = {
  'attachment: its bytes': `
    select format('attachment %s', a.id) as row, format('%s bytes, SHA-256 %s', a.size, encode(a.sha256, 'hex')) as stored,
      format('%s bytes, SHA-256 %s', coalesce(octet_length(c.content), 0), encode(sha256(coalesce(c.content, '')), 'hex')) as worked_out
    from attachments a
    left join lateral (
      select string_agg(content, '' order by position) as content from attachment_chunks where attachment_id = a.id
    ) c on true
    where octet_length(c.content) is distinct from a.size or sha256(c.content) <> a.sha256`,
  'recall: the files that it names': `
    select format('recall %s', r.number) as row, (select count(*) from recall_attachments f where f.recall_id = r.id) as stored,
      jsonb_array_length(coalesce(r.pack -> 'attachments', '[]')) as worked_out
    from recalls r
    where (select array_agg(f.attachment_id order by f.attachment_id) from recall_attachments f where f.recall_id = r.id)
      is distinct from (select array_agg((p ->> 'id')::integer order by (p ->> 'id')::integer) from jsonb_array_elements(r.pack -> 'attachments') p)`,
};
