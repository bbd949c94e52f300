-- A bounce goes to the envelope sender and quotes the Message-ID, so both belong to the mail's row.
alter table mail add column message_id text not null default gen_random_uuid()::text;
alter table mail add column envelope_from text;

-- Items whose search is finished; the job counts up while a long request is searched.
alter table tracing_request add column searched_items int not null default 0;
-- What a drill found, written once when it ends. Its sheet is printed from this, because the records change later.
alter table tracing_request add column drill_result jsonb;
alter table tracing_request add constraint tracing_request__drill_result check (drill_result is null or (is_drill and ended_at is not null));
