-- Printed by `npm run db:dump` from a migrated database; checked against it by the tests.

table access_review
  customer_id bigint not null default
  id bigint not null generated
  begun_at timestamp with time zone not null
  begun_by_id bigint not null
  finished_at timestamp with time zone
  finished_by_id bigint
  -- constraints
  access_review__begun_by FOREIGN KEY (customer_id, begun_by_id) REFERENCES "user"(customer_id, id)
  access_review__finished_by FOREIGN KEY (customer_id, finished_by_id) REFERENCES "user"(customer_id, id)
  access_review_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX access_review__open ON public.access_review USING btree (customer_id) WHERE (finished_at IS NULL)
  CREATE UNIQUE INDEX access_review_pkey ON public.access_review USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table access_review_line
  customer_id bigint not null default
  review_id bigint not null
  user_id bigint not null
  user_name text not null
  access jsonb not null
  confirmed_at timestamp with time zone not null
  confirmed_by_id bigint not null
  -- constraints
  access_review_line__confirmed_by FOREIGN KEY (customer_id, confirmed_by_id) REFERENCES "user"(customer_id, id)
  access_review_line__review FOREIGN KEY (customer_id, review_id) REFERENCES access_review(customer_id, id)
  access_review_line__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  access_review_line_pkey PRIMARY KEY (customer_id, review_id, user_id)
  -- indexes
  CREATE UNIQUE INDEX access_review_line_pkey ON public.access_review_line USING btree (customer_id, review_id, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table access_review_reminder
  customer_id bigint not null default
  since timestamp with time zone not null
  years integer not null
  at timestamp with time zone not null
  -- constraints
  access_review_reminder__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  access_review_reminder_pkey PRIMARY KEY (customer_id, since, years)
  access_review_reminder_years_check CHECK ((years > 0))
  -- indexes
  CREATE UNIQUE INDEX access_review_reminder_pkey ON public.access_review_reminder USING btree (customer_id, since, years)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table access_token
  id bigint not null generated
  login_id bigint not null
  name text not null
  token_hash bytea not null
  created_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  last_used_at timestamp with time zone
  last_address text
  revoked_at timestamp with time zone
  scopes text[]
  -- constraints
  access_token__login_id FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE
  access_token_pkey PRIMARY KEY (id)
  access_token_scopes_check CHECK ((cardinality(scopes) > 0))
  -- indexes
  CREATE INDEX access_token__login ON public.access_token USING btree (login_id)
  CREATE UNIQUE INDEX access_token__token_hash ON public.access_token USING btree (token_hash)
  CREATE UNIQUE INDEX access_token_pkey ON public.access_token USING btree (id)
  -- grants
  seriatim_system: INSERT, SELECT, UPDATE

table agreement_reminder
  customer_id bigint not null default
  partner_agreement_id bigint not null
  ends_on date not null
  days integer not null
  at timestamp with time zone not null
  -- constraints
  agreement_reminder__agreement FOREIGN KEY (customer_id, partner_agreement_id) REFERENCES partner_agreement(customer_id, id)
  agreement_reminder_days_check CHECK (((days >= 0) AND (days <= 90)))
  agreement_reminder_pkey PRIMARY KEY (customer_id, partner_agreement_id, ends_on, days)
  -- indexes
  CREATE UNIQUE INDEX agreement_reminder_pkey ON public.agreement_reminder USING btree (customer_id, partner_agreement_id, ends_on, days)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table audit
  customer_id bigint not null default
  id bigint not null generated
  at timestamp with time zone not null
  user_id bigint
  action text not null
  subject text not null
  subject_id bigint
  detail jsonb not null default
  era bigint not null default
  xid xid8 not null default
  -- constraints
  audit_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX audit__at ON public.audit USING btree (customer_id, at, id)
  CREATE INDEX audit__era__xid ON public.audit USING btree (customer_id, era, xid, id)
  CREATE INDEX audit__subject__at ON public.audit USING btree (customer_id, subject, at, id)
  CREATE INDEX audit__subject__subject_id ON public.audit USING btree (customer_id, subject, subject_id, id) WHERE (subject_id IS NOT NULL)
  CREATE INDEX audit__subject_id ON public.audit USING btree (customer_id, subject, subject_id, at) WHERE (subject = 'user'::text)
  CREATE INDEX audit__user_id__at ON public.audit USING btree (customer_id, user_id, at, id)
  CREATE UNIQUE INDEX audit_pkey ON public.audit USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_is_kept BEFORE DELETE OR UPDATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_is_kept__truncate BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table audit_checkpoint
  customer_id bigint not null default
  size bigint not null
  root bytea not null
  note text not null
  key text not null
  made_at timestamp with time zone not null
  -- constraints
  audit_checkpoint_pkey PRIMARY KEY (customer_id, size)
  -- indexes
  CREATE UNIQUE INDEX audit_checkpoint_pkey ON public.audit_checkpoint USING btree (customer_id, size)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_checkpoint_is_kept BEFORE DELETE OR UPDATE ON public.audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_checkpoint_is_kept__truncate BEFORE TRUNCATE ON public.audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table audit_log_check
  customer_id bigint not null default
  id bigint not null generated
  from_size bigint not null
  to_size bigint not null
  fault text
  checked_at timestamp with time zone not null
  -- constraints
  audit_log_check_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX audit_log_check_pkey ON public.audit_log_check USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_log_check_is_kept BEFORE DELETE OR UPDATE ON public.audit_log_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_log_check_is_kept__truncate BEFORE TRUNCATE ON public.audit_log_check FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table audit_seal
  customer_id bigint not null default
  id bigint not null generated
  era bigint not null
  after_xid xid8 not null
  before_xid xid8 not null
  amount integer not null
  previous_hash bytea not null
  hash bytea not null
  sealed_at timestamp with time zone not null
  key_id bytea not null
  -- constraints
  audit_seal_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX audit_seal__era__after_xid ON public.audit_seal USING btree (customer_id, era, after_xid)
  CREATE UNIQUE INDEX audit_seal_pkey ON public.audit_seal USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_seal_is_kept BEFORE DELETE OR UPDATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_seal_is_kept__truncate BEFORE TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table audit_tile
  customer_id bigint not null default
  level integer not null
  tile bigint not null
  era bigint not null
  xid xid8 not null
  audit_id bigint not null
  root bytea not null
  hashes bytea not null
  -- constraints
  audit_tile_hashes_check CHECK ((octet_length(hashes) = 8192))
  audit_tile_pkey PRIMARY KEY (customer_id, level, tile)
  -- indexes
  CREATE INDEX audit_tile__era__xid ON public.audit_tile USING btree (customer_id, era, xid, audit_id) WHERE (level = 0)
  CREATE UNIQUE INDEX audit_tile_pkey ON public.audit_tile USING btree (customer_id, level, tile)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_tile_is_kept BEFORE DELETE OR UPDATE ON public.audit_tile FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_tile_is_kept__truncate BEFORE TRUNCATE ON public.audit_tile FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table audit_time_stamp
  customer_id bigint not null default
  size bigint not null
  response bytea not null
  at timestamp with time zone not null
  service text not null
  -- constraints
  audit_time_stamp_pkey PRIMARY KEY (customer_id, size)
  -- indexes
  CREATE UNIQUE INDEX audit_time_stamp_pkey ON public.audit_time_stamp USING btree (customer_id, size)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER audit_time_stamp_is_kept BEFORE DELETE OR UPDATE ON public.audit_time_stamp FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_time_stamp_is_kept__truncate BEFORE TRUNCATE ON public.audit_time_stamp FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table billing
  only_row boolean not null default
  is_on boolean not null
  plans json not null
  -- constraints
  billing_only_row_check CHECK (only_row)
  billing_pkey PRIMARY KEY (only_row)
  -- indexes
  CREATE UNIQUE INDEX billing_pkey ON public.billing USING btree (only_row)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table call_count
  caller text not null
  minute bigint not null
  calls integer not null
  -- constraints
  call_count_pkey PRIMARY KEY (caller)
  -- indexes
  CREATE UNIQUE INDEX call_count_pkey ON public.call_count USING btree (caller)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table checkout
  customer_id bigint not null default
  id bigint not null generated
  session text
  items jsonb not null
  begun_at timestamp with time zone not null
  begun_by_id bigint not null
  expires_at timestamp with time zone not null
  ends_subscriptions text[] not null default
  had_subscriptions text[] not null default
  finished_at timestamp with time zone
  price_cents bigint
  orders_before integer not null default
  replaces_id bigint
  came text[] not null default
  paid_at timestamp with time zone
  credited_until jsonb not null default
  told_at timestamp with time zone
  -- constraints
  checkout__begun_by FOREIGN KEY (customer_id, begun_by_id) REFERENCES "user"(customer_id, id)
  checkout__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  checkout__replaces FOREIGN KEY (customer_id, replaces_id) REFERENCES checkout(customer_id, id)
  checkout_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX checkout__open ON public.checkout USING btree (customer_id) WHERE (finished_at IS NULL)
  CREATE UNIQUE INDEX checkout_pkey ON public.checkout USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table checkpoint_mail
  customer_id bigint not null default
  email_address text not null
  mailed_size bigint not null default
  -- constraints
  checkpoint_mail_pkey PRIMARY KEY (customer_id)
  -- indexes
  CREATE UNIQUE INDEX checkpoint_mail_pkey ON public.checkpoint_mail USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table collected_sgln
  customer_id bigint not null default
  id bigint not null generated
  global_location_number character(13) not null
  sgln text not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  -- constraints
  collected_sgln__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  collected_sgln_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX collected_sgln__gln ON public.collected_sgln USING btree (customer_id, global_location_number, id DESC)
  CREATE UNIQUE INDEX collected_sgln_pkey ON public.collected_sgln USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table customer
  id bigint not null default
  name text not null
  admin_id bigint not null
  regulator_email_address text
  created_at timestamp with time zone not null default
  kept_at timestamp with time zone
  kept_reason text
  class_one_needs_release boolean not null default
  scanner_tested_at timestamp with time zone
  first_steps_hidden_at timestamp with time zone
  clock_hours integer not null default
  unknown_at_dispense text not null default
  -- constraints
  customer__admin_id FOREIGN KEY (id, admin_id) REFERENCES "user"(customer_id, id) DEFERRABLE INITIALLY DEFERRED
  customer__kept CHECK (((kept_at IS NULL) = (kept_reason IS NULL)))
  customer_clock_hours_check CHECK (((clock_hours = 12) OR (clock_hours = 24)))
  customer_pkey PRIMARY KEY (id)
  customer_unknown_at_dispense_check CHECK ((unknown_at_dispense = ANY (ARRAY['allow'::text, 'deny'::text])))
  -- indexes
  CREATE UNIQUE INDEX customer_pkey ON public.customer USING btree (id)
  -- policy
  customer_only forced using (id = ( SELECT current_customer_id() AS current_customer_id)) check (id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table customer_counter
  customer_id bigint not null default
  name text not null
  value bigint not null
  -- constraints
  customer_counter_pkey PRIMARY KEY (customer_id, name)
  -- indexes
  CREATE UNIQUE INDEX customer_counter_pkey ON public.customer_counter USING btree (customer_id, name)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table departure
  customer_id bigint not null default
  id bigint not null generated
  med_id bigint not null
  location_id bigint not null
  shipment_id bigint not null
  to_name text not null
  purpose text not null
  left_at timestamp with time zone not null
  left_by text not null
  back_at timestamp with time zone
  back_how text
  back_receipt_id bigint
  elsewhere_receipt_id bigint
  back_by text
  back_reason text
  -- constraints
  departure__back CHECK (((back_at IS NULL) = (back_how IS NULL)))
  departure__back_by CHECK (((COALESCE((back_how = 'takenBack'::text), false) = (back_by IS NOT NULL)) AND ((back_by IS NULL) = (back_reason IS NULL))))
  departure__back_how CHECK ((back_how = ANY (ARRAY['voided'::text, 'received'::text, 'takenBack'::text])))
  departure__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  departure__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  departure__shipment FOREIGN KEY (customer_id, shipment_id) REFERENCES shipment(customer_id, id)
  departure_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX departure__away ON public.departure USING btree (customer_id, med_id) WHERE (back_at IS NULL)
  CREATE INDEX departure__back_receipt_id ON public.departure USING btree (customer_id, back_receipt_id) WHERE (back_receipt_id IS NOT NULL)
  CREATE INDEX departure__elsewhere_receipt_id ON public.departure USING btree (customer_id, elsewhere_receipt_id) WHERE (elsewhere_receipt_id IS NOT NULL)
  CREATE INDEX departure__left_at ON public.departure USING btree (customer_id, location_id, left_at)
  CREATE INDEX departure__med_id ON public.departure USING btree (customer_id, med_id, id)
  CREATE INDEX departure__shipment_id ON public.departure USING btree (customer_id, shipment_id)
  CREATE UNIQUE INDEX departure_pkey ON public.departure USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table dismissed_recall
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  recall_match_id bigint not null
  is_dismissed boolean not null default
  notes text not null
  version integer not null
  amount integer not null
  none_on_hand boolean not null default
  quarantined integer
  returned integer
  destroyed integer
  dispensed integer
  dismissed_at timestamp with time zone not null
  dismissed_by_id bigint not null
  follows_id bigint
  decided_at timestamp with time zone not null
  -- constraints
  dismissed_recall__by FOREIGN KEY (customer_id, dismissed_by_id) REFERENCES "user"(customer_id, id)
  dismissed_recall__follows FOREIGN KEY (customer_id, follows_id) REFERENCES dismissed_recall(customer_id, id)
  dismissed_recall__match FOREIGN KEY (customer_id, recall_match_id) REFERENCES recall_match(customer_id, id)
  dismissed_recall_destroyed_check CHECK ((destroyed >= 0))
  dismissed_recall_dispensed_check CHECK ((dispensed >= 0))
  dismissed_recall_pkey PRIMARY KEY (customer_id, id)
  dismissed_recall_quarantined_check CHECK ((quarantined >= 0))
  dismissed_recall_returned_check CHECK ((returned >= 0))
  -- indexes
  CREATE INDEX dismissed_recall__follows_id ON public.dismissed_recall USING btree (customer_id, follows_id) WHERE (follows_id IS NOT NULL)
  CREATE UNIQUE INDEX dismissed_recall__recall_match_id ON public.dismissed_recall USING btree (customer_id, recall_match_id)
  CREATE UNIQUE INDEX dismissed_recall_pkey ON public.dismissed_recall USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table dispense_check
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  checked_at timestamp with time zone not null
  created_by_id bigint not null
  gtin character(14) not null
  serial_number text not null
  lot_number text
  expiration_date text
  med_name text
  is_allowed boolean not null
  reasons text[] not null
  -- constraints
  dispense_check__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  dispense_check__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  dispense_check_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX dispense_check__checked_at ON public.dispense_check USING btree (customer_id, checked_at, id)
  CREATE INDEX dispense_check__unit ON public.dispense_check USING btree (customer_id, serial_number, gtin) WHERE is_allowed
  CREATE UNIQUE INDEX dispense_check_pkey ON public.dispense_check USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id))))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id)))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table dispensed_columns
  customer_id bigint not null default
  ndc_column text not null
  quantity_column text not null
  day_column text
  changed_at timestamp with time zone not null
  changed_by_id bigint not null
  -- constraints
  dispensed_columns__by FOREIGN KEY (customer_id, changed_by_id) REFERENCES "user"(customer_id, id)
  dispensed_columns_pkey PRIMARY KEY (customer_id)
  -- indexes
  CREATE UNIQUE INDEX dispensed_columns_pkey ON public.dispensed_columns USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table dispensed_year
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  year integer not null
  units integer
  value_cents bigint
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  -- constraints
  dispensed_year__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  dispensed_year__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  dispensed_year__units CHECK ((units >= 0))
  dispensed_year__value CHECK ((value_cents >= 0))
  dispensed_year__year CHECK (((year >= 2000) AND (year <= 2200)))
  dispensed_year_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX dispensed_year__location_id ON public.dispensed_year USING btree (customer_id, location_id, year, id DESC)
  CREATE UNIQUE INDEX dispensed_year_pkey ON public.dispensed_year USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_correction
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  old_document_id bigint not null
  upload_id bigint
  new_document_id bigint
  document_exception_id bigint
  found_at timestamp with time zone not null
  found_by text not null
  state text not null
  filename text not null
  instance_identifier text
  rejects integer not null
  warnings integer not null
  meds_old integer not null
  meds_new integer not null
  shared integer not null
  decided_at timestamp with time zone
  decided_by_id bigint
  reason text
  done jsonb not null default
  -- constraints
  document_correction__by FOREIGN KEY (customer_id, decided_by_id) REFERENCES "user"(customer_id, id)
  document_correction__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_correction__new FOREIGN KEY (customer_id, new_document_id) REFERENCES "order"(customer_id, id)
  document_correction__old FOREIGN KEY (customer_id, old_document_id) REFERENCES "order"(customer_id, id)
  document_correction__upload FOREIGN KEY (customer_id, upload_id) REFERENCES upload(customer_id, id)
  document_correction_found_by_check CHECK ((found_by = ANY (ARRAY['identifier'::text, 'serials'::text, 'answer'::text])))
  document_correction_pkey PRIMARY KEY (customer_id, id)
  document_correction_state_check CHECK ((state = ANY (ARRAY['found'::text, 'replacing'::text, 'replaced'::text, 'kept'::text, 'ignored'::text, 'undone'::text, 'outdated'::text])))
  -- indexes
  CREATE INDEX document_correction__exception_id ON public.document_correction USING btree (customer_id, document_exception_id)
  CREATE INDEX document_correction__new_document_id ON public.document_correction USING btree (customer_id, new_document_id) WHERE (new_document_id IS NOT NULL)
  CREATE INDEX document_correction__old_document_id ON public.document_correction USING btree (customer_id, old_document_id)
  CREATE INDEX document_correction__upload_id ON public.document_correction USING btree (customer_id, upload_id)
  CREATE UNIQUE INDEX document_correction_pkey ON public.document_correction USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_correction_unit
  customer_id bigint not null default
  correction_id bigint not null
  n integer not null
  kind text not null
  fields text not null
  gtin text
  serial_number text not null
  med_id bigint
  product_name text
  old_lot text
  new_lot text
  old_expiry date
  new_expiry date
  old_parent text
  new_parent text
  old_product text
  new_product text
  -- constraints
  document_correction_unit__correction FOREIGN KEY (customer_id, correction_id) REFERENCES document_correction(customer_id, id)
  document_correction_unit_kind_check CHECK ((kind = ANY (ARRAY['gone'::text, 'changed'::text, 'added'::text])))
  document_correction_unit_pkey PRIMARY KEY (customer_id, correction_id, n)
  -- indexes
  CREATE UNIQUE INDEX document_correction_unit_pkey ON public.document_correction_unit USING btree (customer_id, correction_id, n)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception
  customer_id bigint not null default
  id bigint not null generated
  ticket_number bigint not null
  location_id bigint
  created_by_id bigint
  document_id bigint
  sender text
  recipient text
  current_error_type text not null
  current_error_status text not null
  instance_identifier text
  po_number text
  rejects integer not null
  warnings integer not null
  findings jsonb not null
  truncated jsonb not null default
  created_at timestamp with time zone not null
  order_id bigint
  sender_gln text
  title text not null default
  other_types integer not null default
  category text not null default
  report_kind text
  counter_kind text
  owner_id bigint
  due_on date
  settled_at timestamp with time zone
  asked_at timestamp with time zone
  answered_at timestamp with time zone
  read_at timestamp with time zone
  header jsonb
  amounts jsonb not null default
  excerpts jsonb not null default
  -- constraints
  document_exception__document FOREIGN KEY (customer_id, document_id) REFERENCES epcis_document(customer_id, id)
  document_exception__order FOREIGN KEY (customer_id, order_id) REFERENCES "order"(customer_id, id)
  document_exception__origin CHECK (((document_id IS NOT NULL) OR (counter_kind IS NOT NULL)))
  document_exception__owner FOREIGN KEY (customer_id, owner_id) REFERENCES "user"(customer_id, id)
  document_exception_category_check CHECK ((category = ANY (ARRAY['dataIssue'::text, 'productNoData'::text, 'dataNoProduct'::text, 'packaging'::text, 'unavailable'::text])))
  document_exception_counter_kind_check CHECK ((counter_kind = ANY (ARRAY['unknownScan'::text, 'overage'::text, 'shortage'::text, 'damage'::text, 'wrongProduct'::text, 'received'::text])))
  document_exception_current_error_status_check CHECK ((current_error_status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'RESOLVED'::text])))
  document_exception_pkey PRIMARY KEY (customer_id, id)
  document_exception_report_kind_check CHECK ((report_kind = ANY (ARRAY['missing_product_data'::text, 'missing_product'::text, 'data_misalignment'::text, 'overages'::text, 'underages'::text, 'master_data_errors'::text])))
  -- indexes
  CREATE INDEX document_exception__created_at ON public.document_exception USING btree (customer_id, created_at, id)
  CREATE UNIQUE INDEX document_exception__document_id ON public.document_exception USING btree (customer_id, document_id)
  CREATE INDEX document_exception__open ON public.document_exception USING btree (customer_id, document_id) WHERE (current_error_status = 'OPEN'::text)
  CREATE INDEX document_exception__order_id ON public.document_exception USING btree (customer_id, order_id) WHERE (order_id IS NOT NULL)
  CREATE INDEX document_exception__owner_id ON public.document_exception USING btree (customer_id, owner_id) WHERE (current_error_status = 'OPEN'::text)
  CREATE INDEX document_exception__sender_gln ON public.document_exception USING btree (customer_id, sender_gln) WHERE (current_error_status = 'OPEN'::text)
  CREATE UNIQUE INDEX document_exception__ticket_number ON public.document_exception USING btree (customer_id, ticket_number)
  CREATE UNIQUE INDEX document_exception_pkey ON public.document_exception USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id))))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id)))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_entry
  customer_id bigint not null default
  id bigint not null generated
  document_exception_id bigint not null
  at timestamp with time zone not null
  user_id bigint
  kind text not null
  text text
  detail jsonb not null default
  -- constraints
  document_exception_entry__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_entry__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  document_exception_entry_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX document_exception_entry__story ON public.document_exception_entry USING btree (customer_id, document_exception_id, id)
  CREATE UNIQUE INDEX document_exception_entry_pkey ON public.document_exception_entry USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_file
  customer_id bigint not null default
  id bigint not null generated
  document_exception_id bigint not null
  entry_id bigint not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  at timestamp with time zone not null
  user_id bigint
  -- constraints
  document_exception_file__entry FOREIGN KEY (customer_id, entry_id) REFERENCES document_exception_entry(customer_id, id)
  document_exception_file__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_file_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX document_exception_file__entry ON public.document_exception_file USING btree (customer_id, entry_id)
  CREATE INDEX document_exception_file__sha256 ON public.document_exception_file USING btree (customer_id, sha256)
  CREATE INDEX document_exception_file__story ON public.document_exception_file USING btree (customer_id, document_exception_id, id)
  CREATE UNIQUE INDEX document_exception_file_pkey ON public.document_exception_file USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_follower
  customer_id bigint not null default
  document_exception_id bigint not null
  user_id bigint not null
  since timestamp with time zone not null
  -- constraints
  document_exception_follower__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_follower__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  document_exception_follower_pkey PRIMARY KEY (customer_id, document_exception_id, user_id)
  -- indexes
  CREATE UNIQUE INDEX document_exception_follower_pkey ON public.document_exception_follower USING btree (customer_id, document_exception_id, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_item
  customer_id bigint not null default
  document_exception_id bigint not null
  n integer not null
  gtin text
  serial_number text
  sscc text
  lot_number text
  expiration_date text
  product_name text
  -- constraints
  document_exception_item__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_item_pkey PRIMARY KEY (customer_id, document_exception_id, n)
  -- indexes
  CREATE UNIQUE INDEX document_exception_item_pkey ON public.document_exception_item USING btree (customer_id, document_exception_id, n)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_mail
  customer_id bigint not null default
  id bigint not null generated
  document_exception_id bigint not null
  mail_id bigint not null
  at timestamp with time zone not null
  user_id bigint
  wish text not null
  report jsonb not null
  serials text
  remind_on date
  reminded_at timestamp with time zone
  answered_at timestamp with time zone
  -- constraints
  document_exception_mail__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_mail__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  document_exception_mail__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  document_exception_mail_pkey PRIMARY KEY (customer_id, id)
  document_exception_mail_wish_check CHECK ((wish = ANY (ARRAY['Send new data'::text, 'Send product'::text, 'Return product'::text, 'Send back product'::text, 'Credit account'::text, 'Debit account'::text])))
  -- indexes
  CREATE INDEX document_exception_mail__due ON public.document_exception_mail USING btree (customer_id, remind_on) WHERE ((answered_at IS NULL) AND (reminded_at IS NULL))
  CREATE INDEX document_exception_mail__exception ON public.document_exception_mail USING btree (customer_id, document_exception_id, id)
  CREATE INDEX document_exception_mail__mail_id ON public.document_exception_mail USING btree (customer_id, mail_id)
  CREATE UNIQUE INDEX document_exception_mail_pkey ON public.document_exception_mail USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_part
  customer_id bigint not null default
  document_exception_id bigint not null
  section text not null
  page integer not null
  items jsonb not null
  -- constraints
  document_exception_part__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_part_pkey PRIMARY KEY (customer_id, document_exception_id, section, page)
  document_exception_part_section_check CHECK ((section = ANY (ARRAY['events'::text, 'locationVocabulary'::text, 'medVocabulary'::text, 'meds'::text])))
  -- indexes
  CREATE UNIQUE INDEX document_exception_part_pkey ON public.document_exception_part USING btree (customer_id, document_exception_id, section, page)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_reply
  customer_id bigint not null default
  id bigint not null generated
  document_exception_id bigint not null
  entry_id bigint not null
  message_id text not null
  from_address text not null
  is_automatic boolean not null
  at timestamp with time zone not null
  -- constraints
  document_exception_reply__entry FOREIGN KEY (customer_id, entry_id) REFERENCES document_exception_entry(customer_id, id)
  document_exception_reply__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_reply_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX document_exception_reply__entry ON public.document_exception_reply USING btree (customer_id, entry_id)
  CREATE UNIQUE INDEX document_exception_reply__message ON public.document_exception_reply USING btree (customer_id, document_exception_id, message_id)
  CREATE UNIQUE INDEX document_exception_reply_pkey ON public.document_exception_reply USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_exception_status
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  created_by_id bigint
  document_exception_id bigint not null
  status text not null
  notes text
  at timestamp with time zone not null
  reason text
  -- constraints
  document_exception_status__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  document_exception_status_pkey PRIMARY KEY (customer_id, id)
  document_exception_status_reason_check CHECK ((reason = ANY (ARRAY['accepted'::text, 'withdrawn'::text, 'other'::text])))
  document_exception_status_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'RESOLVED'::text])))
  -- indexes
  CREATE INDEX document_exception_status__at ON public.document_exception_status USING btree (customer_id, at)
  CREATE INDEX document_exception_status__exception ON public.document_exception_status USING btree (customer_id, document_exception_id, id)
  CREATE UNIQUE INDEX document_exception_status_pkey ON public.document_exception_status USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id))))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id)))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table document_med
  customer_id bigint not null default
  document_id bigint not null
  line integer not null
  last_line integer not null
  parent_line integer
  location_id bigint not null
  med_id bigint
  sscc character(18)
  epcis_med_vocabulary_id bigint
  lot_number text
  expiration_date date
  is_package boolean not null
  is_shipped boolean not null
  meds integer not null
  children integer not null
  receipt_id bigint
  -- constraints
  document_med_pkey PRIMARY KEY (customer_id, document_id, line)
  -- indexes
  CREATE INDEX document_med__med_id ON public.document_med USING btree (customer_id, med_id)
  CREATE INDEX document_med__package ON public.document_med USING btree (customer_id, med_id) WHERE (is_package AND (med_id IS NOT NULL))
  CREATE INDEX document_med__parent_line ON public.document_med USING btree (customer_id, document_id, parent_line, line)
  CREATE INDEX document_med__receipt_id ON public.document_med USING btree (customer_id, receipt_id) WHERE (receipt_id IS NOT NULL)
  CREATE INDEX document_med__sscc ON public.document_med USING btree (customer_id, sscc) WHERE (sscc IS NOT NULL)
  CREATE UNIQUE INDEX document_med_pkey ON public.document_med USING btree (customer_id, document_id, line)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- triggers
  CREATE TRIGGER document_med__med AFTER INSERT ON public.document_med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__med()
  CREATE TRIGGER document_med__med__change AFTER UPDATE ON public.document_med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__med()
  CREATE TRIGGER document_med__order AFTER INSERT ON public.document_med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__order()
  CREATE TRIGGER document_med__order__change AFTER UPDATE ON public.document_med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__order()
  CREATE TRIGGER document_med__receipt AFTER INSERT ON public.document_med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__receipt()
  CREATE TRIGGER document_med__receipt__change AFTER UPDATE ON public.document_med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION document_med__receipt()
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table drug
  ndc12 text not null
  ndc11 text generated
  ndc text not null
  ndc_digits text generated
  med_name text not null
  generic_name text
  manufacturer_name text not null
  dosage_form text
  strength text
  package_description text
  source text not null
  is_listed boolean not null default
  updated_at timestamp with time zone not null
  -- constraints
  drug_ndc12_check CHECK ((ndc12 ~ '^[0-9]{12}$'::text))
  drug_pkey PRIMARY KEY (ndc12)
  drug_source_check CHECK ((source = ANY (ARRAY['fda'::text, 'sample'::text])))
  -- indexes
  CREATE INDEX drug__generic_name ON public.drug USING gin (lower(generic_name) gin_trgm_ops)
  CREATE INDEX drug__manufacturer_name ON public.drug USING gin (lower(manufacturer_name) gin_trgm_ops)
  CREATE INDEX drug__med_name ON public.drug USING gin (lower(med_name) gin_trgm_ops)
  CREATE INDEX drug__ndc11 ON public.drug USING btree (ndc11)
  CREATE INDEX drug__ndc_digits ON public.drug USING btree (ndc_digits)
  CREATE UNIQUE INDEX drug_pkey ON public.drug USING btree (ndc12)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table drug_load
  id bigint not null generated
  source text not null
  files text[] not null
  sha256 text not null
  entries integer not null
  added integer not null
  changed integer not null
  unlisted integer not null
  loaded_at timestamp with time zone not null
  -- constraints
  drug_load_pkey PRIMARY KEY (id)
  drug_load_source_check CHECK ((source = ANY (ARRAY['fda'::text, 'sample'::text])))
  -- indexes
  CREATE UNIQUE INDEX drug_load_pkey ON public.drug_load USING btree (id)
  -- grants
  seriatim_system: INSERT, SELECT

table epcis_document
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  created_by_id bigint
  sha256 text not null
  size bigint not null
  filename text not null
  content_type text not null
  time_stamp timestamp with time zone not null
  sender_gln text
  sender_name text
  receiver_gln text
  receiver_name text
  instance_identifier text
  document_created text
  schema_version text
  guideline_version text
  transaction_statement boolean not null default
  legal_notice text
  locations jsonb not null default
  event_count integer not null default
  seconds real
  warnings jsonb not null default
  ship_to_gln character(13)
  drop_shipment text
  guideline_facts jsonb not null default
  part_of_id bigint
  -- constraints
  epcis_document__drop_shipment CHECK ((drop_shipment = ANY (ARRAY['yes'::text, 'no'::text, 'mixed'::text])))
  epcis_document__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  epcis_document__part_of FOREIGN KEY (customer_id, part_of_id) REFERENCES epcis_document(customer_id, id)
  epcis_document_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX epcis_document__instance_identifier ON public.epcis_document USING btree (customer_id, sender_gln, instance_identifier)
  CREATE INDEX epcis_document__part_of_id ON public.epcis_document USING btree (customer_id, part_of_id) WHERE (part_of_id IS NOT NULL)
  CREATE INDEX epcis_document__sender ON public.epcis_document USING btree (customer_id, sender_gln, time_stamp)
  CREATE INDEX epcis_document__sha256 ON public.epcis_document USING btree (customer_id, sha256)
  CREATE INDEX epcis_document__ship_to_gln ON public.epcis_document USING btree (customer_id, ship_to_gln) WHERE (ship_to_gln IS NOT NULL)
  CREATE UNIQUE INDEX epcis_document_pkey ON public.epcis_document USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id))))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id)))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table epcis_event
  customer_id bigint not null default
  document_id bigint not null
  event_number integer not null
  location_id bigint not null
  kind text not null
  action text
  biz_step text
  disposition text
  event_time text
  event_time_zone_offset text
  read_point text
  biz_location text
  parent text
  biz_transactions jsonb not null default
  sources jsonb not null default
  destinations jsonb not null default
  lines int4multirange not null
  event_id text
  happened_at timestamp with time zone
  restated_by integer
  -- constraints
  epcis_event__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  epcis_event_pkey PRIMARY KEY (customer_id, document_id, event_number)
  -- indexes
  CREATE INDEX epcis_event__event_id ON public.epcis_event USING btree (customer_id, event_id) WHERE (event_id IS NOT NULL)
  CREATE INDEX epcis_event__happened_at ON public.epcis_event USING btree (customer_id, happened_at, document_id, event_number)
  CREATE UNIQUE INDEX epcis_event_pkey ON public.epcis_event USING btree (customer_id, document_id, event_number)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table epcis_med_vocabulary
  customer_id bigint not null default
  id bigint not null generated
  content_hash text not null
  gtin character(14)
  sgtin text
  additional_trade_item_id text
  additional_trade_item_id_type text
  regulated_product_name text
  manufacturer_of_trade_item_party_name text
  dosage_form_type text
  strength_description text
  net_content_description text
  -- constraints
  epcis_med_vocabulary_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX epcis_med_vocabulary__content_hash ON public.epcis_med_vocabulary USING btree (customer_id, content_hash)
  CREATE UNIQUE INDEX epcis_med_vocabulary_pkey ON public.epcis_med_vocabulary USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER med__vocabulary AFTER DELETE ON public.epcis_med_vocabulary REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__vocabulary', 'med', 'epcis_med_vocabulary_id')
  CREATE TRIGGER med__vocabulary__key AFTER UPDATE OF customer_id, id ON public.epcis_med_vocabulary FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('med__vocabulary', 'med', 'epcis_med_vocabulary_id')
  CREATE TRIGGER med__vocabulary__truncate BEFORE TRUNCATE ON public.epcis_med_vocabulary FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__vocabulary', 'med', 'epcis_med_vocabulary_id')
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table era
  id bigint not null generated
  system_identifier text not null
  began_at timestamp with time zone not null default
  -- constraints
  era_pkey PRIMARY KEY (id)
  -- indexes
  CREATE UNIQUE INDEX era_pkey ON public.era USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: SELECT

table evidence
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  about text not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  upload_group text not null
  upload_file text not null
  -- constraints
  evidence__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  evidence__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  evidence_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX evidence__once ON public.evidence USING btree (customer_id, created_by_id, about, upload_group, upload_file)
  CREATE INDEX evidence__sha256 ON public.evidence USING btree (customer_id, sha256)
  CREATE UNIQUE INDEX evidence_pkey ON public.evidence USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR (location_id IS NULL))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table exception_setting
  customer_id bigint not null default
  due_days integer not null
  remind_days integer not null
  -- constraints
  exception_setting_due_days_check CHECK (((due_days >= 1) AND (due_days <= 60)))
  exception_setting_pkey PRIMARY KEY (customer_id)
  exception_setting_remind_days_check CHECK (((remind_days >= 1) AND (remind_days <= 60)))
  -- indexes
  CREATE UNIQUE INDEX exception_setting_pkey ON public.exception_setting USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table failed_sign_in
  id bigint not null generated
  at timestamp with time zone not null
  account_key bytea not null
  address text not null
  reason text not null
  login_id bigint
  hash bytea not null
  -- constraints
  failed_sign_in_pkey PRIMARY KEY (id)
  -- indexes
  CREATE INDEX failed_sign_in__account_key ON public.failed_sign_in USING btree (account_key, at)
  CREATE INDEX failed_sign_in__address ON public.failed_sign_in USING btree (address, at)
  CREATE UNIQUE INDEX failed_sign_in_pkey ON public.failed_sign_in USING btree (id)
  -- triggers
  CREATE TRIGGER failed_sign_in_is_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.failed_sign_in FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  -- grants
  seriatim_system: INSERT, SELECT

table hand_over
  customer_id bigint not null default
  id bigint not null generated
  from_user_id bigint not null
  to_user_id bigint not null
  asked_at timestamp with time zone not null
  ends_at timestamp with time zone not null
  accepted_at timestamp with time zone
  ended_at timestamp with time zone
  ended_by_id bigint
  -- constraints
  hand_over__ended_by FOREIGN KEY (customer_id, ended_by_id) REFERENCES "user"(customer_id, id)
  hand_over__from_user FOREIGN KEY (customer_id, from_user_id) REFERENCES "user"(customer_id, id)
  hand_over__to_user FOREIGN KEY (customer_id, to_user_id) REFERENCES "user"(customer_id, id)
  hand_over_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX hand_over__open ON public.hand_over USING btree (customer_id) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL))
  CREATE UNIQUE INDEX hand_over_pkey ON public.hand_over USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table head_count
  customer_id bigint not null default
  id bigint not null generated
  amount integer not null
  as_of date not null
  basis text not null
  is_attested boolean not null
  next_review date
  counted_at timestamp with time zone not null
  counted_by_id bigint not null
  counted_by text not null
  -- constraints
  head_count__counted_by FOREIGN KEY (customer_id, counted_by_id) REFERENCES "user"(customer_id, id)
  head_count_amount_check CHECK ((amount >= 0))
  head_count_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX head_count_pkey ON public.head_count USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT
  seriatim_system: DELETE, INSERT, SELECT

table hold
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  kind text not null
  label text not null
  product_name text
  gtin character(14)
  serial_number text
  document_id bigint
  meds integer not null
  reason text not null
  placed_at timestamp with time zone not null
  placed_by_id bigint
  released_at timestamp with time zone
  released_by_id bigint
  release_reason text
  cause text not null default
  document_exception_id bigint
  pharmacist text
  disposed_at timestamp with time zone
  disposed_by_id bigint
  disposal_how text
  disposal_reason text
  -- constraints
  hold__disposed CHECK ((((disposed_at IS NULL) = (disposed_by_id IS NULL)) AND ((disposed_at IS NULL) = (disposal_how IS NULL)) AND ((disposed_at IS NULL) = (disposal_reason IS NULL)) AND ((disposed_at IS NULL) OR (released_at IS NULL))))
  hold__disposed_by FOREIGN KEY (customer_id, disposed_by_id) REFERENCES "user"(customer_id, id)
  hold__document FOREIGN KEY (customer_id, document_id) REFERENCES epcis_document(customer_id, id)
  hold__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  hold__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  hold__pending CHECK (((cause = 'dataPending'::text) = (document_exception_id IS NOT NULL)))
  hold__placed_by FOREIGN KEY (customer_id, placed_by_id) REFERENCES "user"(customer_id, id)
  hold_cause_check CHECK ((cause = ANY (ARRAY['quarantine'::text, 'dataPending'::text])))
  hold_disposal_how_check CHECK ((disposal_how = ANY (ARRAY['destroyed'::text, 'returned'::text, 'surrendered'::text, 'other'::text])))
  hold_kind_check CHECK ((kind = ANY (ARRAY['med'::text, 'package'::text, 'order'::text, 'lot'::text])))
  hold_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX hold__active ON public.hold USING btree (customer_id, location_id, placed_at) WHERE (released_at IS NULL)
  CREATE INDEX hold__document_id ON public.hold USING btree (customer_id, document_id) WHERE (document_id IS NOT NULL)
  CREATE INDEX hold__exception_id ON public.hold USING btree (customer_id, document_exception_id) WHERE (document_exception_id IS NOT NULL)
  CREATE INDEX hold__unlisted ON public.hold USING btree (customer_id, gtin, serial_number) WHERE ((released_at IS NULL) AND (meds = 0))
  CREATE UNIQUE INDEX hold_pkey ON public.hold USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table hold_med
  customer_id bigint not null default
  hold_id bigint not null
  med_id bigint not null
  is_active boolean not null default
  -- constraints
  hold_med__hold FOREIGN KEY (customer_id, hold_id) REFERENCES hold(customer_id, id)
  hold_med__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  hold_med_pkey PRIMARY KEY (customer_id, hold_id, med_id)
  -- indexes
  CREATE INDEX hold_med__med_id ON public.hold_med USING btree (customer_id, med_id) WHERE is_active
  CREATE INDEX hold_med__story ON public.hold_med USING btree (customer_id, med_id, hold_id)
  CREATE UNIQUE INDEX hold_med_pkey ON public.hold_med USING btree (customer_id, hold_id, med_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table inbound_message
  customer_id bigint not null default
  id bigint not null generated
  door text not null
  door_id bigint
  created_by_id bigint not null
  from_name text not null
  from_address text
  received_at timestamp with time zone not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  taken_for text not null
  upload_id bigint
  times integer not null default
  last_at timestamp with time zone not null
  capture text
  mail_id bigint
  removed_at timestamp with time zone
  -- constraints
  inbound_message__by CHECK ((door = ANY (ARRAY['https'::text, 'web'::text, 'api'::text, 'mail'::text, 'sftp'::text, 'pull'::text])))
  inbound_message__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  inbound_message__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  inbound_message__mail FOREIGN KEY (customer_id, mail_id) REFERENCES intake_mail(customer_id, id)
  inbound_message__removed CHECK (((removed_at IS NULL) OR (upload_id IS NULL)))
  inbound_message__upload FOREIGN KEY (customer_id, upload_id) REFERENCES upload(customer_id, id)
  inbound_message_capture_check CHECK ((capture = ANY (ARRAY['rollback'::text, 'proceed'::text])))
  inbound_message_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX inbound_message__capture ON public.inbound_message USING btree (customer_id, received_at, id) WHERE (capture IS NOT NULL)
  CREATE INDEX inbound_message__mail_id ON public.inbound_message USING btree (customer_id, mail_id)
  CREATE UNIQUE INDEX inbound_message__once ON public.inbound_message USING btree (customer_id, door_id, sha256, COALESCE(capture, ''::text)) WHERE (door_id IS NOT NULL)
  CREATE INDEX inbound_message__received ON public.inbound_message USING btree (customer_id, received_at, id)
  CREATE INDEX inbound_message__sha256 ON public.inbound_message USING btree (customer_id, sha256)
  CREATE INDEX inbound_message__upload_id ON public.inbound_message USING btree (customer_id, upload_id)
  CREATE UNIQUE INDEX inbound_message_pkey ON public.inbound_message USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table incident_draft
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  created_by_id bigint not null
  thread_id bigint
  form jsonb not null
  determined_at timestamp with time zone
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  time_zone text
  updated_by_id bigint
  saved_with text
  changes_told jsonb not null default
  investigation_id bigint
  -- constraints
  incident_draft__investigation FOREIGN KEY (customer_id, investigation_id) REFERENCES investigation(customer_id, id)
  incident_draft__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  incident_draft__thread FOREIGN KEY (customer_id, thread_id) REFERENCES incident_thread(customer_id, id)
  incident_draft__updated_by FOREIGN KEY (customer_id, updated_by_id) REFERENCES "user"(customer_id, id)
  incident_draft_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX incident_draft_pkey ON public.incident_draft USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table incident_mail
  customer_id bigint not null default
  id bigint not null generated
  thread_id bigint not null
  report_id bigint not null
  kind text not null
  partner_name text
  recipient text
  mail_id bigint not null
  -- constraints
  incident_mail__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  incident_mail__report FOREIGN KEY (customer_id, report_id) REFERENCES incident_report(customer_id, id)
  incident_mail__thread FOREIGN KEY (customer_id, thread_id) REFERENCES incident_thread(customer_id, id)
  incident_mail_kind_check CHECK ((kind = ANY (ARRAY['report'::text, 'notice'::text])))
  incident_mail_pkey PRIMARY KEY (customer_id, id)
  incident_mail_recipient_check CHECK ((recipient = ANY (ARRAY['fda'::text, 'copy'::text])))
  -- indexes
  CREATE UNIQUE INDEX incident_mail__mail_id ON public.incident_mail USING btree (customer_id, mail_id)
  CREATE INDEX incident_mail__thread_id ON public.incident_mail USING btree (customer_id, thread_id, id)
  CREATE UNIQUE INDEX incident_mail_pkey ON public.incident_mail USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table incident_report
  customer_id bigint not null default
  id bigint not null generated
  thread_id bigint not null
  location_id bigint not null
  report_type text not null
  form_version text not null
  form jsonb not null
  serial_number text not null
  product_name text not null
  ndc text not null
  lot_number text not null
  filepath text not null
  pdf_sha256 text not null
  pdf_size bigint not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  -- constraints
  incident_report__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  incident_report__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  incident_report__thread FOREIGN KEY (customer_id, thread_id) REFERENCES incident_thread(customer_id, id)
  incident_report_pkey PRIMARY KEY (customer_id, id)
  incident_report_report_type_check CHECK ((report_type = ANY (ARRAY['INITIAL'::text, 'FOLLOWUP'::text, 'TERMINATE'::text])))
  -- indexes
  CREATE INDEX incident_report__created_at ON public.incident_report USING btree (customer_id, created_at, id)
  CREATE UNIQUE INDEX incident_report__filepath ON public.incident_report USING btree (customer_id, filepath)
  CREATE UNIQUE INDEX incident_report__pdf_sha256 ON public.incident_report USING btree (customer_id, pdf_sha256)
  CREATE INDEX incident_report__thread_id ON public.incident_report USING btree (customer_id, thread_id)
  CREATE UNIQUE INDEX incident_report_pkey ON public.incident_report USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table incident_thread
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  incident_number text
  determined_at timestamp with time zone not null
  created_at timestamp with time zone not null
  terminated_at timestamp with time zone
  fda_told_at timestamp with time zone
  fda_told_by_id bigint
  partners_told_at timestamp with time zone
  partners_told_by_id bigint
  partners_told_how text
  investigation_id bigint
  fda_told_reference text
  -- constraints
  incident_thread__fda_told CHECK (((fda_told_at IS NULL) = (fda_told_by_id IS NULL)))
  incident_thread__fda_told_by FOREIGN KEY (customer_id, fda_told_by_id) REFERENCES "user"(customer_id, id)
  incident_thread__investigation FOREIGN KEY (customer_id, investigation_id) REFERENCES investigation(customer_id, id)
  incident_thread__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  incident_thread__partners_told CHECK ((((partners_told_at IS NULL) = (partners_told_by_id IS NULL)) AND ((partners_told_at IS NULL) = (partners_told_how IS NULL))))
  incident_thread__partners_told_by FOREIGN KEY (customer_id, partners_told_by_id) REFERENCES "user"(customer_id, id)
  incident_thread_partners_told_how_check CHECK ((partners_told_how = ANY (ARRAY['told'::text, 'none'::text])))
  incident_thread_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX incident_thread__open ON public.incident_thread USING btree (customer_id, location_id) WHERE (incident_number IS NULL)
  CREATE UNIQUE INDEX incident_thread_pkey ON public.incident_thread USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table inspection_link
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  kind text not null
  subject_id bigint not null
  token_hash bytea not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  expires_at timestamp with time zone not null
  revoked_at timestamp with time zone
  revoked_by text
  uses integer not null default
  last_used_at timestamp with time zone
  -- constraints
  inspection_link__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  inspection_link__expires CHECK ((expires_at > created_at))
  inspection_link__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  inspection_link__revoked CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
  inspection_link_kind_check CHECK ((kind = ANY (ARRAY['pack'::text, 'unit'::text, 'answer'::text, 'shipment'::text])))
  inspection_link_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX inspection_link__subject ON public.inspection_link USING btree (customer_id, kind, subject_id, id)
  CREATE UNIQUE INDEX inspection_link__token_hash ON public.inspection_link USING btree (customer_id, token_hash)
  CREATE UNIQUE INDEX inspection_link_pkey ON public.inspection_link USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id))))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR ((location_id IS NULL) AND (created_by_id = ( SELECT current_user_id() AS current_user_id)))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table intake_door
  customer_id bigint not null default
  id bigint not null generated
  name text not null
  location_id bigint
  trading_partner_id bigint
  token_hash bytea
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  last_used_at timestamp with time zone
  last_address text
  revoked_at timestamp with time zone
  revoked_by text
  kind text not null default
  senders text[] not null default
  public_keys text[] not null default
  secret_changed_at timestamp with time zone
  -- constraints
  intake_door__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  intake_door__kind CHECK ((kind = ANY (ARRAY['token'::text, 'mail'::text, 'sftp'::text, 'pull'::text])))
  intake_door__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  intake_door__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  intake_door__revoked CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
  intake_door__secret CHECK (
CASE kind
    WHEN 'token'::text THEN ((token_hash IS NOT NULL) AND (public_keys = '{}'::text[]))
    WHEN 'sftp'::text THEN ((token_hash IS NOT NULL) OR (public_keys <> '{}'::text[]))
    ELSE ((token_hash IS NULL) AND (public_keys = '{}'::text[]))
END)
  intake_door_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX intake_door__token_hash ON public.intake_door USING btree (customer_id, token_hash)
  CREATE UNIQUE INDEX intake_door_pkey ON public.intake_door USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table intake_mail
  customer_id bigint not null default
  id bigint not null generated
  door_id bigint not null
  message_id text not null
  received_at timestamp with time zone not null
  from_address text not null
  subject text not null
  authentication text not null
  is_automatic boolean not null
  refused text
  left_out text[] not null
  told_at timestamp with time zone
  is_confirmed boolean not null default
  -- constraints
  intake_mail__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  intake_mail_pkey PRIMARY KEY (customer_id, id)
  intake_mail_refused_check CHECK ((refused = ANY (ARRAY['sender'::text, 'subscription'::text])))
  -- indexes
  CREATE UNIQUE INDEX intake_mail__once ON public.intake_mail USING btree (customer_id, door_id, message_id)
  CREATE INDEX intake_mail__received ON public.intake_mail USING btree (customer_id, door_id, received_at)
  CREATE UNIQUE INDEX intake_mail_pkey ON public.intake_mail USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table intake_part
  customer_id bigint not null default
  door_id bigint not null
  name text not null
  size bigint not null
  sha256 text not null
  taken_for text not null
  from_address text not null
  put_at timestamp with time zone not null
  -- constraints
  intake_part__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  intake_part_pkey PRIMARY KEY (customer_id, door_id, name)
  -- indexes
  CREATE INDEX intake_part__put_at ON public.intake_part USING btree (customer_id, put_at)
  CREATE INDEX intake_part__sha256 ON public.intake_part USING btree (customer_id, sha256)
  CREATE UNIQUE INDEX intake_part_pkey ON public.intake_part USING btree (customer_id, door_id, name)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table intake_source
  customer_id bigint not null default
  door_id bigint not null
  host text not null
  port integer not null
  user_name text not null
  secret_kind text not null
  secret bytea not null
  host_key text
  folder text not null
  pattern text not null
  every_minutes integer not null
  afterwards text not null
  move_to text
  due_at timestamp with time zone not null
  looked_at timestamp with time zone
  failing_since timestamp with time zone
  last_error text
  notified_at timestamp with time zone
  -- constraints
  intake_source__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  intake_source__move_to CHECK (((afterwards = 'move'::text) = (move_to IS NOT NULL)))
  intake_source_afterwards_check CHECK ((afterwards = ANY (ARRAY['leave'::text, 'move'::text, 'delete'::text])))
  intake_source_every_minutes_check CHECK (((every_minutes >= 1) AND (every_minutes <= 1440)))
  intake_source_pkey PRIMARY KEY (customer_id, door_id)
  intake_source_port_check CHECK (((port >= 1) AND (port <= 65535)))
  intake_source_secret_kind_check CHECK ((secret_kind = ANY (ARRAY['password'::text, 'key'::text])))
  -- indexes
  CREATE UNIQUE INDEX intake_source_pkey ON public.intake_source USING btree (customer_id, door_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table intake_source_file
  customer_id bigint not null default
  door_id bigint not null
  name text not null
  size bigint not null
  modified_at timestamp with time zone not null
  state text not null
  seen_at timestamp with time zone not null
  first_seen_at timestamp with time zone not null
  problem text
  -- constraints
  intake_source_file__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  intake_source_file_pkey PRIMARY KEY (customer_id, door_id, name, size, modified_at)
  intake_source_file_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'taken'::text, 'refused'::text])))
  -- indexes
  CREATE INDEX intake_source_file__seen_at ON public.intake_source_file USING btree (customer_id, seen_at)
  CREATE UNIQUE INDEX intake_source_file_pkey ON public.intake_source_file USING btree (customer_id, door_id, name, size, modified_at)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table investigation
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  reason text not null
  opened_at timestamp with time zone not null
  opened_by_id bigint not null
  outcome text
  conclusion text
  ended_at timestamp with time zone
  ended_by_id bigint
  -- constraints
  investigation__ended CHECK ((((outcome IS NULL) = (ended_at IS NULL)) AND ((outcome IS NULL) = (ended_by_id IS NULL)) AND ((outcome IS NULL) = (conclusion IS NULL))))
  investigation__ended_by FOREIGN KEY (customer_id, ended_by_id) REFERENCES "user"(customer_id, id)
  investigation__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  investigation__opened_by FOREIGN KEY (customer_id, opened_by_id) REFERENCES "user"(customer_id, id)
  investigation_outcome_check CHECK ((outcome = ANY (ARRAY['cleared'::text, 'illegitimate'::text])))
  investigation_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX investigation__opened_at ON public.investigation USING btree (customer_id, opened_at, id)
  CREATE UNIQUE INDEX investigation_pkey ON public.investigation USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table investigation_finding
  customer_id bigint not null default
  id bigint not null generated
  investigation_id bigint not null
  kind text not null
  found_on date not null
  words text not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  -- constraints
  investigation_finding__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  investigation_finding__investigation FOREIGN KEY (customer_id, investigation_id) REFERENCES investigation(customer_id, id)
  investigation_finding_kind_check CHECK ((kind = ANY (ARRAY['history'::text, 'partner'::text, 'package'::text, 'other'::text])))
  investigation_finding_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX investigation_finding__of ON public.investigation_finding USING btree (customer_id, investigation_id, id)
  CREATE UNIQUE INDEX investigation_finding_pkey ON public.investigation_finding USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table investigation_hold
  customer_id bigint not null default
  investigation_id bigint not null
  hold_id bigint not null
  label text not null
  product_name text
  packages integer not null
  is_open boolean not null default
  -- constraints
  investigation_hold__investigation FOREIGN KEY (customer_id, investigation_id) REFERENCES investigation(customer_id, id)
  investigation_hold_pkey PRIMARY KEY (customer_id, investigation_id, hold_id)
  -- indexes
  CREATE INDEX investigation_hold__hold_id ON public.investigation_hold USING btree (customer_id, hold_id)
  CREATE UNIQUE INDEX investigation_hold__open ON public.investigation_hold USING btree (customer_id, hold_id) WHERE is_open
  CREATE UNIQUE INDEX investigation_hold_pkey ON public.investigation_hold USING btree (customer_id, investigation_id, hold_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table invitation
  customer_id bigint not null default
  user_id bigint not null
  token_hash bytea not null
  sent_at timestamp with time zone not null
  sent_by_id bigint not null
  ends_at timestamp with time zone not null
  taken_at timestamp with time zone
  mail_id bigint
  -- constraints
  invitation__sent_by FOREIGN KEY (customer_id, sent_by_id) REFERENCES "user"(customer_id, id)
  invitation__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  invitation_pkey PRIMARY KEY (customer_id, user_id)
  -- indexes
  CREATE INDEX invitation__mail_id ON public.invitation USING btree (customer_id, mail_id)
  CREATE UNIQUE INDEX invitation__token_hash ON public.invitation USING btree (customer_id, token_hash)
  CREATE UNIQUE INDEX invitation_pkey ON public.invitation USING btree (customer_id, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table job_progress
  customer_id bigint not null default
  upload_id bigint not null
  phase text not null
  done bigint not null
  total bigint not null
  began_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  -- constraints
  job_progress__phase CHECK ((phase = ANY (ARRAY['reading'::text, 'writing'::text])))
  job_progress_pkey PRIMARY KEY (customer_id, upload_id)
  -- indexes
  CREATE UNIQUE INDEX job_progress_pkey ON public.job_progress USING btree (customer_id, upload_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table kept_answer
  customer_id bigint not null default
  caller text not null
  key text not null
  fingerprint bytea not null
  began_at timestamp with time zone not null
  status integer
  headers jsonb not null
  body text
  -- constraints
  kept_answer_pkey PRIMARY KEY (customer_id, caller, key)
  -- indexes
  CREATE INDEX kept_answer__began_at ON public.kept_answer USING btree (customer_id, began_at)
  CREATE UNIQUE INDEX kept_answer_pkey ON public.kept_answer USING btree (customer_id, caller, key)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table leftover
  customer_id bigint not null default
  sha256 text not null
  left_at timestamp with time zone not null
  size bigint not null default
  -- constraints
  leftover_pkey PRIMARY KEY (customer_id, sha256)
  -- indexes
  CREATE UNIQUE INDEX leftover_pkey ON public.leftover USING btree (customer_id, sha256)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table license_check_reminder
  customer_id bigint not null default
  partner_license_id bigint not null
  next_check date not null
  days integer not null
  at timestamp with time zone not null
  -- constraints
  license_check_reminder__license FOREIGN KEY (customer_id, partner_license_id) REFERENCES partner_license(customer_id, id)
  license_check_reminder_days_check CHECK (((days >= 0) AND (days <= 90)))
  license_check_reminder_pkey PRIMARY KEY (customer_id, partner_license_id, next_check, days)
  -- indexes
  CREATE UNIQUE INDEX license_check_reminder_pkey ON public.license_check_reminder USING btree (customer_id, partner_license_id, next_check, days)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table license_reminder
  customer_id bigint not null default
  partner_license_id bigint not null
  valid_to date not null
  days integer not null
  at timestamp with time zone not null
  -- constraints
  license_reminder__license FOREIGN KEY (customer_id, partner_license_id) REFERENCES partner_license(customer_id, id)
  license_reminder_days_check CHECK (((days >= 0) AND (days <= 90)))
  license_reminder_pkey PRIMARY KEY (customer_id, partner_license_id, valid_to, days)
  -- indexes
  CREATE UNIQUE INDEX license_reminder_pkey ON public.license_reminder USING btree (customer_id, partner_license_id, valid_to, days)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table list_setting
  customer_id bigint not null default
  user_id bigint not null
  list text not null
  hidden_columns text[] not null
  views jsonb not null
  -- constraints
  list_setting__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  list_setting_pkey PRIMARY KEY (customer_id, user_id, list)
  -- indexes
  CREATE UNIQUE INDEX list_setting_pkey ON public.list_setting USING btree (customer_id, user_id, list)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table location
  customer_id bigint not null default
  id bigint not null generated
  name text not null
  created_at timestamp with time zone not null default
  time_zone text not null default
  closed_at timestamp with time zone
  closed_by_id bigint
  close_reason text
  owner_location_id bigint
  phone text
  npi text
  license_number text
  -- constraints
  location__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  location__npi CHECK ((npi ~ '^[0-9]{10}$'::text))
  location__owner FOREIGN KEY (customer_id, owner_location_id) REFERENCES location(customer_id, id)
  location_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX location_pkey ON public.location USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- triggers
  CREATE TRIGGER med__location AFTER DELETE ON public.location REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__location', 'med', 'location_id')
  CREATE TRIGGER med__location__key AFTER UPDATE OF customer_id, id ON public.location FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('med__location', 'med', 'location_id')
  CREATE TRIGGER med__location__truncate BEFORE TRUNCATE ON public.location FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__location', 'med', 'location_id')
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table location_address
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  address_line_one text not null
  address_line_two text
  address_line_three text
  city text
  state_id bigint
  zip text
  type text not null
  is_default boolean not null default
  -- constraints
  location_address__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id) ON DELETE CASCADE
  location_address__state FOREIGN KEY (state_id) REFERENCES state(id)
  location_address_pkey PRIMARY KEY (customer_id, id)
  location_address_type_check CHECK ((type = ANY (ARRAY['physical'::text, 'shipping'::text, 'billing'::text])))
  -- indexes
  CREATE INDEX location_address__location_id ON public.location_address USING btree (customer_id, location_id)
  CREATE UNIQUE INDEX location_address_pkey ON public.location_address USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table location_gln
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  global_location_number character(13) not null
  disposition text not null
  is_verified boolean not null default
  created_at timestamp with time zone not null default
  verified_number character(13) generated
  -- constraints
  location_gln__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  location_gln__verified FOREIGN KEY (customer_id, verified_number) REFERENCES verified_gln(customer_id, global_location_number)
  location_gln_disposition_check CHECK ((disposition = ANY (ARRAY['SHIP TO'::text, 'BILL TO'::text, 'BOTH'::text])))
  location_gln_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX location_gln__global_location_number ON public.location_gln USING btree (customer_id, global_location_number)
  CREATE UNIQUE INDEX location_gln_pkey ON public.location_gln USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table location_gln_verification
  customer_id bigint not null default
  id bigint not null generated
  location_gln_id bigint not null
  location_id bigint not null
  checked_where text not null
  note text
  at timestamp with time zone not null
  user_id bigint not null
  withdrawn_at timestamp with time zone
  withdrawn_by_id bigint
  withdraw_reason text
  evidence_id bigint
  -- constraints
  location_gln_verification__evidence FOREIGN KEY (customer_id, evidence_id) REFERENCES evidence(customer_id, id)
  location_gln_verification__gln FOREIGN KEY (customer_id, location_gln_id) REFERENCES location_gln(customer_id, id) ON DELETE CASCADE
  location_gln_verification_checked_where_check CHECK ((checked_where = ANY (ARRAY['registry'::text, 'wholesaler'::text, 'license'::text])))
  location_gln_verification_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX location_gln_verification__current ON public.location_gln_verification USING btree (customer_id, location_gln_id) WHERE (withdrawn_at IS NULL)
  CREATE UNIQUE INDEX location_gln_verification_pkey ON public.location_gln_verification USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table login
  id bigint not null generated
  email_address text not null
  password_hash text
  customer_id bigint not null
  user_id bigint not null
  is_active boolean not null default
  temporary_hash text
  temporary_expires_at timestamp with time zone
  app_secret bytea
  created_at timestamp with time zone not null default
  temporary_mailed_at timestamp with time zone[] not null default
  app_enrolled_at timestamp with time zone
  app_pending_secret bytea
  app_last_step bigint
  code_mailed_at timestamp with time zone
  last_sign_in_at timestamp with time zone
  last_sign_in_agent text
  -- constraints
  login_email_address_check CHECK ((email_address = lower(email_address)))
  login_pkey PRIMARY KEY (id)
  -- indexes
  CREATE UNIQUE INDEX login__customer_id__user_id ON public.login USING btree (customer_id, user_id)
  CREATE UNIQUE INDEX login__email_address ON public.login USING btree (email_address)
  CREATE UNIQUE INDEX login_pkey ON public.login USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table login_attempt
  id bigint not null generated
  session_id bigint not null
  code_mac bytea not null
  tries integer not null default
  sent_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  ended_at timestamp with time zone
  code_session_id bigint
  -- constraints
  login_attempt__session_id FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
  login_attempt_pkey PRIMARY KEY (id)
  -- indexes
  CREATE UNIQUE INDEX login_attempt__session ON public.login_attempt USING btree (session_id)
  CREATE UNIQUE INDEX login_attempt_pkey ON public.login_attempt USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table mail
  customer_id bigint not null default
  id bigint not null generated
  kind text not null
  created_at timestamp with time zone not null
  created_by_id bigint
  to_addresses text[] not null
  cc_addresses text[] not null
  reply_to text
  subject text not null
  body text
  sealed_body bytea
  status text not null
  attempts integer not null default
  sent_at timestamp with time zone
  last_error text
  message_id text not null default
  envelope_from text
  -- constraints
  mail__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  mail_pkey PRIMARY KEY (customer_id, id)
  mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'stopped'::text])))
  -- indexes
  CREATE INDEX mail__created_by_id ON public.mail USING btree (customer_id, created_by_id, created_at)
  CREATE UNIQUE INDEX mail_pkey ON public.mail USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table mail_budget
  customer_id bigint not null default
  id bigint not null generated
  user_id bigint not null
  at timestamp with time zone not null
  recipients integer not null
  -- constraints
  mail_budget_pkey PRIMARY KEY (customer_id, id)
  mail_budget_recipients_check CHECK ((recipients > 0))
  -- indexes
  CREATE INDEX mail_budget__at ON public.mail_budget USING btree (customer_id, at)
  CREATE UNIQUE INDEX mail_budget_pkey ON public.mail_budget USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table med
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  gtin character(14)
  serial_number text not null
  lot_number text
  expiration_date date
  ndc text
  epcis_med_vocabulary_id bigint
  is_epcis_generated boolean not null
  created_at timestamp with time zone not null
  created_by_id bigint
  receipt_id bigint
  dated_at timestamp with time zone not null
  voided_at timestamp with time zone
  voided_by_id bigint
  void_reason text
  serial_tail text generated
  -- constraints
  med_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX med__dated_at ON public.med USING btree (customer_id, dated_at, id)
  CREATE INDEX med__expiration_date ON public.med USING btree (customer_id, expiration_date, id)
  CREATE UNIQUE INDEX med__location_id__gtin__serial_number ON public.med USING btree (customer_id, location_id, gtin, serial_number)
  CREATE INDEX med__lot_number ON public.med USING btree (customer_id, lot_number, id)
  CREATE INDEX med__receipt_id ON public.med USING btree (customer_id, receipt_id) WHERE (receipt_id IS NOT NULL)
  CREATE INDEX med__serial_number ON public.med USING btree (customer_id, serial_number, id)
  CREATE INDEX med__serial_tail ON public.med USING btree (customer_id, serial_tail, id)
  CREATE INDEX med__typed_in ON public.med USING btree (customer_id, location_id, gtin, id) WHERE (NOT is_epcis_generated)
  CREATE INDEX med__vocabulary__dated_at ON public.med USING btree (customer_id, epcis_med_vocabulary_id, dated_at, id)
  CREATE UNIQUE INDEX med_pkey ON public.med USING btree (customer_id, id)
  -- statistics
  CREATE STATISTICS public.med__products (dependencies) ON customer_id, epcis_med_vocabulary_id FROM med
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- triggers
  CREATE TRIGGER document_med__med AFTER DELETE ON public.med REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__med', 'document_med', 'med_id')
  CREATE TRIGGER document_med__med__key AFTER UPDATE OF customer_id, id ON public.med FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('document_med__med', 'document_med', 'med_id')
  CREATE TRIGGER document_med__med__truncate BEFORE TRUNCATE ON public.med FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__med', 'document_med', 'med_id')
  CREATE TRIGGER med__location AFTER INSERT ON public.med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__location()
  CREATE TRIGGER med__location__change AFTER UPDATE ON public.med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__location()
  CREATE TRIGGER med__receipt AFTER INSERT ON public.med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__receipt()
  CREATE TRIGGER med__receipt__change AFTER UPDATE ON public.med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__receipt()
  CREATE TRIGGER med__vocabulary AFTER INSERT ON public.med REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__vocabulary()
  CREATE TRIGGER med__vocabulary__change AFTER UPDATE ON public.med REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION med__vocabulary()
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table med_attachment
  customer_id bigint not null default
  id bigint not null generated
  med_id bigint not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  created_at timestamp with time zone not null
  created_by_id bigint not null
  deleted_at timestamp with time zone
  deleted_by_id bigint
  deletion_reason text
  upload_group text
  upload_file text
  -- constraints
  med_attachment__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  med_attachment__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  med_attachment_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX med_attachment__med_id ON public.med_attachment USING btree (customer_id, med_id)
  CREATE INDEX med_attachment__sha256 ON public.med_attachment USING btree (customer_id, sha256)
  CREATE UNIQUE INDEX med_attachment__upload ON public.med_attachment USING btree (customer_id, created_by_id, med_id, upload_group, upload_file) WHERE (deleted_at IS NULL)
  CREATE UNIQUE INDEX med_attachment_pkey ON public.med_attachment USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table med_email
  customer_id bigint not null default
  id bigint not null generated
  med_id bigint not null
  pdf_filename text not null
  pdf_sha256 text not null
  pdf_size bigint not null
  attachment_ids bigint[] not null
  even_held boolean not null default
  mail_id bigint not null
  -- constraints
  med_email__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  med_email__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  med_email_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX med_email__mail_id ON public.med_email USING btree (customer_id, mail_id)
  CREATE INDEX med_email__med_id ON public.med_email USING btree (customer_id, med_id, id)
  CREATE INDEX med_email__pdf_sha256 ON public.med_email USING btree (customer_id, pdf_sha256)
  CREATE UNIQUE INDEX med_email_pkey ON public.med_email USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table migration
  name text not null
  checksum text not null
  applied_at timestamp with time zone not null default
  -- constraints
  migration_pkey PRIMARY KEY (name)
  -- indexes
  CREATE UNIQUE INDEX migration_pkey ON public.migration USING btree (name)

table order
  customer_id bigint not null default
  id bigint not null
  location_id bigint not null
  sender_names text[] not null
  purchase_order_numbers text[] not null
  placed_by text not null
  time_stamp timestamp with time zone not null
  amount_of_meds integer not null
  amount_received integer not null default
  amount_not_shipped integer not null default
  packages integer not null default
  cases integer not null default
  pallets integer not null default
  voided_at timestamp with time zone
  voided_by_id bigint
  void_reason text
  closed_at timestamp with time zone
  closed_by_id bigint
  close_reason text
  amount_held integer not null default
  replaced_by_id bigint
  amount_pending integer not null default
  kept_at timestamp with time zone
  kept_reason text
  -- constraints
  order__amounts CHECK (((amount_received >= 0) AND (amount_received <= amount_of_meds)))
  order__document FOREIGN KEY (customer_id, id) REFERENCES epcis_document(customer_id, id)
  order__kept CHECK (((kept_at IS NULL) = (kept_reason IS NULL)))
  order__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  order__replaced_by FOREIGN KEY (customer_id, replaced_by_id) REFERENCES "order"(customer_id, id)
  order_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX order__replaced_by_id ON public."order" USING btree (customer_id, replaced_by_id) WHERE (replaced_by_id IS NOT NULL)
  CREATE INDEX order__time_stamp ON public."order" USING btree (customer_id, time_stamp, id)
  CREATE UNIQUE INDEX order_pkey ON public."order" USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- triggers
  CREATE TRIGGER document_med__order AFTER DELETE ON public."order" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__order', 'document_med', 'document_id')
  CREATE TRIGGER document_med__order__key AFTER UPDATE OF customer_id, id ON public."order" FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('document_med__order', 'document_med', 'document_id')
  CREATE TRIGGER document_med__order__truncate BEFORE TRUNCATE ON public."order" FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__order', 'document_med', 'document_id')
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table order_presence
  customer_id bigint not null default
  document_id bigint not null
  user_id bigint not null
  seen_at timestamp with time zone not null
  -- constraints
  order_presence_pkey PRIMARY KEY (customer_id, document_id, user_id)
  -- indexes
  CREATE INDEX order_presence__seen_at ON public.order_presence USING btree (customer_id, seen_at)
  CREATE UNIQUE INDEX order_presence_pkey ON public.order_presence USING btree (customer_id, document_id, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table own_rule
  customer_id bigint not null default
  id bigint not null generated
  duty text not null
  note text
  from_on date not null
  until_on date
  source text not null
  added_at timestamp with time zone not null
  added_by_id bigint not null
  added_by text not null
  ended_on date
  ended_at timestamp with time zone
  ended_by_id bigint
  ended_by text
  -- constraints
  own_rule__added_by FOREIGN KEY (customer_id, added_by_id) REFERENCES "user"(customer_id, id)
  own_rule__days CHECK ((until_on >= from_on))
  own_rule__ended CHECK ((((ended_on IS NULL) = (ended_at IS NULL)) AND ((ended_on IS NULL) = (ended_by_id IS NULL)) AND ((ended_on IS NULL) = (ended_by IS NULL))))
  own_rule__ended_by FOREIGN KEY (customer_id, ended_by_id) REFERENCES "user"(customer_id, id)
  own_rule_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX own_rule_pkey ON public.own_rule USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table pack
  customer_id bigint not null default
  id bigint not null generated
  number integer not null
  preset text not null
  asked_by text not null
  selection jsonb not null
  location_ids bigint[] not null
  dispensed jsonb
  time_zone text not null
  state text not null
  phase text not null default
  done integer not null default
  total integer not null default
  counts jsonb not null default
  gaps jsonb not null default
  failure text
  waiting_since timestamp with time zone
  bytes bigint
  sha256 text
  manifest_sha256 text
  made_at timestamp with time zone not null
  made_by_id bigint not null
  made_by text not null
  began_at timestamp with time zone
  finished_at timestamp with time zone
  kept_until timestamp with time zone
  removed_at timestamp with time zone
  downloads integer not null default
  downloaded_at timestamp with time zone
  downloaded_by text
  has_trail boolean not null
  -- constraints
  pack__file CHECK ((((state = 'ready'::text) = (sha256 IS NOT NULL)) AND ((sha256 IS NULL) = (bytes IS NULL)) AND ((sha256 IS NULL) = (manifest_sha256 IS NULL)) AND ((sha256 IS NULL) = (kept_until IS NULL))))
  pack__made_by FOREIGN KEY (customer_id, made_by_id) REFERENCES "user"(customer_id, id)
  pack_pkey PRIMARY KEY (customer_id, id)
  pack_preset_check CHECK ((preset = ANY (ARRAY['fda'::text, 'pbm'::text, 'own'::text])))
  pack_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'building'::text, 'ready'::text, 'failed'::text, 'canceled'::text])))
  -- indexes
  CREATE UNIQUE INDEX pack__number ON public.pack USING btree (customer_id, number)
  CREATE INDEX pack__sha256 ON public.pack USING btree (customer_id, sha256) WHERE (sha256 IS NOT NULL)
  CREATE UNIQUE INDEX pack_pkey ON public.pack USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_account_number
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  account_number text not null
  -- constraints
  partner_account_number__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_account_number_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX partner_account_number__once ON public.partner_account_number USING btree (customer_id, trading_partner_id, account_number)
  CREATE UNIQUE INDEX partner_account_number_pkey ON public.partner_account_number USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_address
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  name text
  address_line_one text not null
  address_line_two text
  city text
  state_id bigint
  postal_code text
  address_type text not null
  -- constraints
  partner_address__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_address__state FOREIGN KEY (state_id) REFERENCES state(id)
  partner_address_address_type_check CHECK ((address_type = ANY (ARRAY['physical'::text, 'mailTo'::text, 'billTo'::text, 'other'::text])))
  partner_address_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_address__trading_partner_id ON public.partner_address USING btree (customer_id, trading_partner_id)
  CREATE UNIQUE INDEX partner_address_pkey ON public.partner_address USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_agreement
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  kind text not null
  title text not null
  signed_on date not null
  ends_on date
  note text
  evidence_id bigint
  removed_at timestamp with time zone
  removed_by_id bigint
  remove_reason text
  -- constraints
  partner_agreement__days CHECK (((ends_on IS NULL) OR (ends_on >= signed_on)))
  partner_agreement__evidence FOREIGN KEY (customer_id, evidence_id) REFERENCES evidence(customer_id, id)
  partner_agreement__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_agreement_kind_check CHECK ((kind = ANY (ARRAY['records'::text, 'tracing'::text, 'other'::text])))
  partner_agreement_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_agreement__trading_partner_id ON public.partner_agreement USING btree (customer_id, trading_partner_id)
  CREATE UNIQUE INDEX partner_agreement_pkey ON public.partner_agreement USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_contact
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  first_name text not null
  last_name text
  title text
  -- constraints
  partner_contact__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_contact_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_contact__trading_partner_id ON public.partner_contact USING btree (customer_id, trading_partner_id)
  CREATE UNIQUE INDEX partner_contact_pkey ON public.partner_contact USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_contact_detail
  customer_id bigint not null default
  id bigint not null generated
  partner_contact_id bigint not null
  contact_type text not null
  contact_detail text not null
  -- constraints
  partner_contact_detail__contact FOREIGN KEY (customer_id, partner_contact_id) REFERENCES partner_contact(customer_id, id) ON DELETE CASCADE
  partner_contact_detail_contact_type_check CHECK ((contact_type = ANY (ARRAY['phone'::text, 'cell'::text, 'email'::text, 'fax'::text])))
  partner_contact_detail_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_contact_detail__partner_contact_id ON public.partner_contact_detail USING btree (customer_id, partner_contact_id)
  CREATE UNIQUE INDEX partner_contact_detail_pkey ON public.partner_contact_detail USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_endpoint
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  kind text not null
  url text
  host text
  port integer
  user_name text
  folder text
  secret_kind text not null
  header_name text
  secret bytea not null
  host_key text
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  removed_at timestamp with time zone
  removed_by text
  -- constraints
  partner_endpoint__address CHECK (
CASE kind
    WHEN 'https'::text THEN (url IS NOT NULL)
    ELSE ((host IS NOT NULL) AND (port IS NOT NULL) AND (folder IS NOT NULL) AND (user_name IS NOT NULL))
END)
  partner_endpoint__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  partner_endpoint__kind CHECK ((kind = ANY (ARRAY['https'::text, 'sftp'::text])))
  partner_endpoint__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_endpoint__removed CHECK (((removed_at IS NULL) = (removed_by IS NULL)))
  partner_endpoint__secret_kind CHECK ((secret_kind = ANY (ARRAY['none'::text, 'bearer'::text, 'basic'::text, 'header'::text, 'password'::text, 'key'::text])))
  partner_endpoint_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX partner_endpoint__open ON public.partner_endpoint USING btree (customer_id, trading_partner_id) WHERE (removed_at IS NULL)
  CREATE UNIQUE INDEX partner_endpoint_pkey ON public.partner_endpoint USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_gln
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  global_location_number text not null
  -- constraints
  partner_gln__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_gln_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_gln__global_location_number ON public.partner_gln USING btree (customer_id, global_location_number)
  CREATE UNIQUE INDEX partner_gln__once ON public.partner_gln USING btree (customer_id, trading_partner_id, global_location_number)
  CREATE UNIQUE INDEX partner_gln_pkey ON public.partner_gln USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_gln_told
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  location_id bigint not null
  global_location_number text not null
  disposition text not null
  sent_at timestamp with time zone not null
  sent_by_id bigint not null
  sent_to text
  mail_id bigint
  confirmed_at timestamp with time zone
  confirmed_by_id bigint
  note text
  -- constraints
  partner_gln_told__how CHECK (((sent_to IS NOT NULL) OR (note IS NOT NULL)))
  partner_gln_told__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  partner_gln_told__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_gln_told_disposition_check CHECK ((disposition = ANY (ARRAY['SHIP TO'::text, 'BILL TO'::text, 'BOTH'::text])))
  partner_gln_told_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX partner_gln_told__once ON public.partner_gln_told USING btree (customer_id, trading_partner_id, global_location_number)
  CREATE UNIQUE INDEX partner_gln_told_pkey ON public.partner_gln_told USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_license
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  kind text not null
  number text not null
  state_id bigint
  issuing_body text
  valid_from date not null
  valid_to date
  evidence_address text
  checked_on date
  checked_by text
  checked_where text
  next_check date
  removed_at timestamp with time zone
  removed_by_id bigint
  remove_reason text
  evidence_id bigint
  -- constraints
  partner_license__days CHECK (((valid_to IS NULL) OR (valid_to >= valid_from)))
  partner_license__evidence FOREIGN KEY (customer_id, evidence_id) REFERENCES evidence(customer_id, id)
  partner_license__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_license__state FOREIGN KEY (state_id) REFERENCES state(id)
  partner_license_kind_check CHECK ((kind = ANY (ARRAY['wholesaler'::text, 'manufacturer'::text, '3PL'::text, 'dispenser'::text, 'repackager'::text, 'FDA establishment'::text])))
  partner_license_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_license__trading_partner_id ON public.partner_license USING btree (customer_id, trading_partner_id)
  CREATE UNIQUE INDEX partner_license_pkey ON public.partner_license USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_merge
  customer_id bigint not null default
  id bigint not null generated
  kept_id bigint not null
  merged_id bigint not null
  moved jsonb not null
  at timestamp with time zone not null
  by_id bigint not null
  undone_at timestamp with time zone
  undone_by_id bigint
  -- constraints
  partner_merge__kept FOREIGN KEY (customer_id, kept_id) REFERENCES trading_partner(customer_id, id)
  partner_merge__merged FOREIGN KEY (customer_id, merged_id) REFERENCES trading_partner(customer_id, id)
  partner_merge_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_merge__kept_id ON public.partner_merge USING btree (customer_id, kept_id)
  CREATE UNIQUE INDEX partner_merge__open ON public.partner_merge USING btree (customer_id, merged_id) WHERE (undone_at IS NULL)
  CREATE UNIQUE INDEX partner_merge_pkey ON public.partner_merge USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_preference
  customer_id bigint not null default
  id bigint not null generated
  trading_partner_id bigint not null
  valid_from date not null
  guideline text not null
  delivery text not null
  email_address text
  ti_for_need boolean not null
  ti_for_return boolean not null
  return_policy text
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  return_days_left integer
  return_days_expired integer
  -- constraints
  partner_preference__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  partner_preference__days_expired CHECK (((return_days_expired >= 0) AND (return_days_expired <= 3650)))
  partner_preference__days_left CHECK (((return_days_left >= 0) AND (return_days_left <= 3650)))
  partner_preference__delivery CHECK ((delivery = ANY (ARRAY['mail'::text, 'download'::text, 'endpoint'::text])))
  partner_preference__guideline CHECK ((guideline = ANY (ARRAY['r12'::text, 'r13'::text])))
  partner_preference__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  partner_preference_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX partner_preference__partner_id ON public.partner_preference USING btree (customer_id, trading_partner_id, valid_from DESC, id DESC)
  CREATE UNIQUE INDEX partner_preference_pkey ON public.partner_preference USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table partner_stop
  customer_id bigint not null default
  document_id bigint not null
  location_id bigint not null
  status text not null
  choice text not null
  reason text not null
  at timestamp with time zone not null
  user_id bigint not null
  -- constraints
  partner_stop__choice CHECK ((choice = ANY (ARRAY['hold'::text, 'receive'::text, 'unasked'::text])))
  partner_stop__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  partner_stop_pkey PRIMARY KEY (customer_id, document_id)
  -- indexes
  CREATE UNIQUE INDEX partner_stop_pkey ON public.partner_stop USING btree (customer_id, document_id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table payment_account
  customer_id bigint not null default
  account text
  company text
  email text
  first_name text
  last_name text
  phone text
  address_line_one text
  address_line_two text
  city text
  postal_code text
  region text
  begun_at timestamp with time zone not null default
  read_at timestamp with time zone
  orders text[]
  asked bigint not null default
  kept bigint not null default
  -- constraints
  payment_account__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  payment_account__owner FOREIGN KEY (customer_id, account) REFERENCES payment_account_owner(customer_id, account)
  payment_account_pkey PRIMARY KEY (customer_id)
  -- indexes
  CREATE UNIQUE INDEX payment_account_pkey ON public.payment_account USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table payment_account_owner
  account text not null
  customer_id bigint not null default
  -- constraints
  payment_account_owner__customer UNIQUE (customer_id, account)
  payment_account_owner_pkey PRIMARY KEY (account)
  -- indexes
  CREATE UNIQUE INDEX payment_account_owner__customer ON public.payment_account_owner USING btree (customer_id, account)
  CREATE UNIQUE INDEX payment_account_owner__customer_id ON public.payment_account_owner USING btree (customer_id)
  CREATE UNIQUE INDEX payment_account_owner_pkey ON public.payment_account_owner USING btree (account)
  -- grants
  seriatim_app: INSERT
  seriatim_system: INSERT, SELECT

table payment_event
  id text not null
  kind text not null
  account text
  received_at timestamp with time zone not null
  -- constraints
  payment_event_pkey PRIMARY KEY (id)
  -- indexes
  CREATE INDEX payment_event__received_at ON public.payment_event USING btree (received_at)
  CREATE UNIQUE INDEX payment_event_pkey ON public.payment_event USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall
  id bigint not null generated
  source text not null
  event_id text
  manufacturer text not null
  firm_key text not null
  title text not null
  product text not null
  quantity text
  reason text
  classification text
  status text
  distributions text[] not null
  initiated_on date
  reported_on date not null
  terminated_on date
  version integer not null
  version_on date not null
  loaded_at timestamp with time zone not null
  load_id bigint not null
  is_empty boolean not null default
  -- constraints
  recall_load_id_fkey FOREIGN KEY (load_id) REFERENCES recall_load(id)
  recall_pkey PRIMARY KEY (id)
  recall_source_check CHECK ((source = ANY (ARRAY['openfda'::text, 'sample'::text])))
  -- indexes
  CREATE INDEX recall__event_id ON public.recall USING btree (event_id)
  CREATE INDEX recall__firm_key ON public.recall USING btree (firm_key)
  CREATE INDEX recall__load_id ON public.recall USING btree (load_id, id)
  CREATE INDEX recall__manufacturer ON public.recall USING gin (lower(manufacturer) gin_trgm_ops)
  CREATE INDEX recall__product ON public.recall USING gin (lower(product) gin_trgm_ops)
  CREATE INDEX recall__reported_on ON public.recall USING btree (reported_on, id)
  CREATE UNIQUE INDEX recall_pkey ON public.recall USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table recall_answer
  customer_id bigint not null default
  recall_id bigint not null
  document_id bigint not null
  location_id bigint not null
  answered_at timestamp with time zone not null
  answered_by_id bigint not null
  version integer not null
  classification text
  reason text
  -- constraints
  recall_answer__by FOREIGN KEY (customer_id, answered_by_id) REFERENCES "user"(customer_id, id)
  recall_answer__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  recall_answer__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  recall_answer_pkey PRIMARY KEY (customer_id, document_id, recall_id)
  recall_answer_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  -- indexes
  CREATE UNIQUE INDEX recall_answer_pkey ON public.recall_answer USING btree (customer_id, document_id, recall_id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall_code
  id bigint not null generated
  recall_id bigint not null
  recall_product_id bigint not null
  ndc text not null
  form_factor text not null
  all_lots boolean not null
  is_open boolean not null
  amount_of_lots integer not null
  is_current boolean not null default
  -- constraints
  recall_code_pkey PRIMARY KEY (id)
  recall_code_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  recall_code_recall_product_id_fkey FOREIGN KEY (recall_product_id) REFERENCES recall_product(id)
  -- indexes
  CREATE INDEX recall_code__all_lots ON public.recall_code USING btree (recall_id) WHERE (all_lots AND is_current)
  CREATE UNIQUE INDEX recall_code__ndc ON public.recall_code USING btree (recall_product_id, ndc)
  CREATE INDEX recall_code__recall_id ON public.recall_code USING btree (recall_id)
  CREATE UNIQUE INDEX recall_code_pkey ON public.recall_code USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table recall_load
  id bigint not null generated
  source text not null
  files text[] not null
  sha256 text not null
  as_of date not null
  records integer not null
  added integer not null
  changed integer not null
  loaded_at timestamp with time zone not null
  -- constraints
  recall_load_pkey PRIMARY KEY (id)
  recall_load_source_check CHECK ((source = ANY (ARRAY['openfda'::text, 'sample'::text])))
  -- indexes
  CREATE UNIQUE INDEX recall_load_pkey ON public.recall_load USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table recall_lot
  id bigint not null generated
  recall_code_id bigint not null
  kind text not null
  lot text not null
  lot_key text not null
  lot_to text
  expiration text
  -- constraints
  recall_lot_kind_check CHECK ((kind = ANY (ARRAY['lot'::text, 'range'::text, 'prefix'::text, 'suffix'::text, 'any'::text])))
  recall_lot_pkey PRIMARY KEY (id)
  recall_lot_recall_code_id_fkey FOREIGN KEY (recall_code_id) REFERENCES recall_code(id)
  -- indexes
  CREATE INDEX recall_lot__lot_key ON public.recall_lot USING btree (lot_key) WHERE (kind = 'lot'::text)
  CREATE INDEX recall_lot__part ON public.recall_lot USING btree (lot_key) WHERE (kind = ANY (ARRAY['prefix'::text, 'suffix'::text]))
  CREATE INDEX recall_lot__range ON public.recall_lot USING btree (regexp_replace(lot_key, '[0-9]+[^0-9]*$'::text, ''::text)) WHERE (kind = 'range'::text)
  CREATE INDEX recall_lot__recall_code_id ON public.recall_lot USING btree (recall_code_id, id)
  CREATE UNIQUE INDEX recall_lot_pkey ON public.recall_lot USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: DELETE, INSERT, SELECT

table recall_match
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  recall_id bigint not null
  recall_code_id bigint not null
  stock_lot_id bigint not null
  confidence text not null
  why text not null
  version integer not null
  matched_at timestamp with time zone not null
  ended_at timestamp with time zone
  told_at timestamp with time zone
  classification text
  amount integer not null default
  news text
  changed_at timestamp with time zone
  -- constraints
  recall_match__stock_lot FOREIGN KEY (customer_id, stock_lot_id) REFERENCES stock_lot(customer_id, id)
  recall_match_confidence_check CHECK ((confidence = ANY (ARRAY['exact'::text, 'probable'::text, 'possible'::text])))
  recall_match_news_check CHECK ((news = ANY (ARRAY['raised'::text, 'more'::text])))
  recall_match_pkey PRIMARY KEY (customer_id, id)
  recall_match_recall_code_id_fkey FOREIGN KEY (recall_code_id) REFERENCES recall_code(id)
  recall_match_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  -- indexes
  CREATE INDEX recall_match__matched_at ON public.recall_match USING btree (customer_id, matched_at, id)
  CREATE UNIQUE INDEX recall_match__once ON public.recall_match USING btree (customer_id, recall_id, stock_lot_id)
  CREATE INDEX recall_match__recall_code_id ON public.recall_match USING btree (customer_id, recall_code_id)
  CREATE INDEX recall_match__stock_lot_id ON public.recall_match USING btree (customer_id, stock_lot_id)
  CREATE INDEX recall_match__untold ON public.recall_match USING btree (customer_id, id) WHERE ((told_at IS NULL) AND (ended_at IS NULL))
  CREATE UNIQUE INDEX recall_match_pkey ON public.recall_match USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall_ndc
  recall_code_id bigint not null
  product_key text not null
  ndc10 text
  is_label boolean not null
  -- constraints
  recall_ndc_recall_code_id_fkey FOREIGN KEY (recall_code_id) REFERENCES recall_code(id)
  -- indexes
  CREATE INDEX recall_ndc__product_key ON public.recall_ndc USING btree (product_key)
  CREATE INDEX recall_ndc__recall_code_id ON public.recall_ndc USING btree (recall_code_id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: DELETE, INSERT, SELECT

table recall_notice
  customer_id bigint not null default
  id bigint not null generated
  recall_id bigint not null
  trading_partner_id bigint not null
  meds integer not null
  at timestamp with time zone not null
  by_name text not null
  to_words text not null
  mail_id bigint not null
  -- constraints
  recall_notice__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  recall_notice__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  recall_notice__recall FOREIGN KEY (recall_id) REFERENCES recall(id)
  recall_notice_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX recall_notice__mail_id ON public.recall_notice USING btree (customer_id, mail_id)
  CREATE INDEX recall_notice__recall_id ON public.recall_notice USING btree (customer_id, recall_id, id)
  CREATE UNIQUE INDEX recall_notice_pkey ON public.recall_notice USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall_product
  id bigint not null generated
  recall_id bigint not null
  source text not null
  recall_number text not null
  description text not null
  quantity text
  code_info text
  more_code_info text
  unread text[] not null
  as_of date not null
  sha256 text not null
  read_sha256 text not null
  event_id text
  manufacturer text not null
  firm_key text not null
  title text not null
  reason text
  classification text
  status text
  distributions text[] not null
  initiated_on date
  reported_on date
  terminated_on date
  came_from_ids bigint[] not null default
  -- constraints
  recall_product_pkey PRIMARY KEY (id)
  recall_product_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  -- indexes
  CREATE INDEX recall_product__came_from_ids ON public.recall_product USING gin (came_from_ids) WHERE (came_from_ids <> '{}'::bigint[])
  CREATE INDEX recall_product__recall_id ON public.recall_product USING btree (recall_id)
  CREATE UNIQUE INDEX recall_product__recall_number ON public.recall_product USING btree (source, recall_number)
  CREATE UNIQUE INDEX recall_product_pkey ON public.recall_product USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT, UPDATE

table recall_progress
  customer_id bigint not null default
  load_id bigint not null default
  recall_id bigint not null default
  is_filled boolean not null default
  done integer not null default
  total integer not null default
  updated_at timestamp with time zone not null
  caught_up_at timestamp with time zone
  -- constraints
  recall_progress__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  recall_progress_pkey PRIMARY KEY (customer_id)
  -- indexes
  CREATE UNIQUE INDEX recall_progress_pkey ON public.recall_progress USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall_seen
  customer_id bigint not null default
  recall_id bigint not null
  version integer not null
  seen_at timestamp with time zone not null
  seen_by_id bigint not null
  -- constraints
  recall_seen__by FOREIGN KEY (customer_id, seen_by_id) REFERENCES "user"(customer_id, id)
  recall_seen_pkey PRIMARY KEY (customer_id, recall_id, seen_by_id)
  recall_seen_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  -- indexes
  CREATE UNIQUE INDEX recall_seen_pkey ON public.recall_seen USING btree (customer_id, recall_id, seen_by_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recall_version
  id bigint not null generated
  recall_id bigint not null
  as_of date not null
  sha256 text not null
  content jsonb not null
  load_id bigint not null
  -- constraints
  recall_version_load_id_fkey FOREIGN KEY (load_id) REFERENCES recall_load(id)
  recall_version_pkey PRIMARY KEY (id)
  recall_version_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recall(id)
  -- indexes
  CREATE UNIQUE INDEX recall_version__content ON public.recall_version USING btree (recall_id, as_of, sha256)
  CREATE UNIQUE INDEX recall_version_pkey ON public.recall_version USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: INSERT, SELECT

table receipt
  customer_id bigint not null default
  id bigint not null generated
  document_id bigint not null
  location_id bigint not null
  user_id bigint not null
  at timestamp with time zone not null
  how text not null
  amount integer not null
  lines int4multirange not null
  undoes_id bigint
  reason text
  moved_from_id bigint
  -- constraints
  receipt__moved_from FOREIGN KEY (customer_id, moved_from_id) REFERENCES receipt(customer_id, id)
  receipt__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  receipt_how_check CHECK ((how = ANY (ARRAY['scan'::text, 'serial'::text, 'container'::text, 'product'::text, 'all'::text])))
  receipt_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX receipt__at ON public.receipt USING btree (customer_id, at, id)
  CREATE INDEX receipt__document_id ON public.receipt USING btree (customer_id, document_id, id)
  CREATE INDEX receipt__moved_from_id ON public.receipt USING btree (customer_id, moved_from_id) WHERE (moved_from_id IS NOT NULL)
  CREATE UNIQUE INDEX receipt_pkey ON public.receipt USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- triggers
  CREATE TRIGGER document_med__receipt AFTER DELETE ON public.receipt REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__receipt', 'document_med', 'receipt_id')
  CREATE TRIGGER document_med__receipt__key AFTER UPDATE OF customer_id, id ON public.receipt FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('document_med__receipt', 'document_med', 'receipt_id')
  CREATE TRIGGER document_med__receipt__truncate BEFORE TRUNCATE ON public.receipt FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('document_med__receipt', 'document_med', 'receipt_id')
  CREATE TRIGGER med__receipt AFTER DELETE ON public.receipt REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__receipt', 'med', 'receipt_id')
  CREATE TRIGGER med__receipt__key AFTER UPDATE OF customer_id, id ON public.receipt FOR EACH ROW WHEN (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION keep_referenced('med__receipt', 'med', 'receipt_id')
  CREATE TRIGGER med__receipt__truncate BEFORE TRUNCATE ON public.receipt FOR EACH STATEMENT EXECUTE FUNCTION keep_referenced('med__receipt', 'med', 'receipt_id')
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table receipt_label
  customer_id bigint not null default
  receipt_id bigint not null
  line integer not null
  location_id bigint not null
  serial_number text not null
  lot_number text
  expiration_date text
  file_lot_number text
  file_expiration_date date
  -- constraints
  receipt_label__receipt FOREIGN KEY (customer_id, receipt_id) REFERENCES receipt(customer_id, id)
  receipt_label_pkey PRIMARY KEY (customer_id, receipt_id, line)
  -- indexes
  CREATE UNIQUE INDEX receipt_label_pkey ON public.receipt_label USING btree (customer_id, receipt_id, line)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table recovery_code
  id bigint not null generated
  login_id bigint not null
  code_mac bytea not null
  used_at timestamp with time zone
  -- constraints
  recovery_code__login_id FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE
  recovery_code_pkey PRIMARY KEY (id)
  -- indexes
  CREATE INDEX recovery_code__login ON public.recovery_code USING btree (login_id)
  CREATE UNIQUE INDEX recovery_code_pkey ON public.recovery_code USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table regime_facts
  customer_id bigint not null default
  id bigint not null generated
  company text not null
  kind text not null
  in_charge text not null
  backup text
  confirmed_at timestamp with time zone not null
  confirmed_by_id bigint not null
  confirmed_by text not null
  -- constraints
  regime_facts__confirmed_by FOREIGN KEY (customer_id, confirmed_by_id) REFERENCES "user"(customer_id, id)
  regime_facts_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX regime_facts_pkey ON public.regime_facts USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT
  seriatim_system: DELETE, INSERT, SELECT

table regime_reminder
  customer_id bigint not null default
  what text not null
  subject_id bigint not null
  due_on date not null
  at timestamp with time zone not null
  -- constraints
  regime_reminder__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  regime_reminder_pkey PRIMARY KEY (customer_id, what, subject_id, due_on)
  regime_reminder_what_check CHECK ((what = ANY (ARRAY['count'::text, 'review'::text, 'ownRule'::text])))
  -- indexes
  CREATE UNIQUE INDEX regime_reminder_pkey ON public.regime_reminder USING btree (customer_id, what, subject_id, due_on)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table scan_stop
  customer_id bigint not null default
  id bigint not null generated
  document_id bigint not null
  location_id bigint not null
  line integer
  last_line integer
  med_id bigint
  kind text not null
  how text not null
  gtin character(14)
  serial_number text not null
  lot_number text
  expiration_date text
  file_lot_number text
  file_expiration_date date
  about text
  at timestamp with time zone not null
  recorded_at timestamp with time zone not null
  scan_key text
  user_id bigint not null
  is_blocking boolean not null
  answer text
  answered_at timestamp with time zone
  answered_by_id bigint
  answer_reason text
  receipt_id bigint
  document_exception_id bigint
  -- constraints
  scan_stop__answer CHECK (((answer IS NULL) = (answered_at IS NULL)))
  scan_stop__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  scan_stop__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  scan_stop__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  scan_stop__receipt FOREIGN KEY (customer_id, receipt_id) REFERENCES receipt(customer_id, id)
  scan_stop__unit CHECK ((((line IS NULL) = (last_line IS NULL)) AND ((line IS NOT NULL) OR (NOT is_blocking))))
  scan_stop_answer_check CHECK ((answer = ANY (ARRAY['received'::text, 'held'::text, 'ticket'::text, 'sentBack'::text])))
  scan_stop_how_check CHECK ((how = ANY (ARRAY['scan'::text, 'serial'::text])))
  scan_stop_kind_check CHECK ((kind = ANY (ARRAY['differs'::text, 'expired'::text, 'short'::text, 'recalled'::text, 'held'::text, 'elsewhere'::text, 'notShipped'::text, 'unknown'::text, 'otherOrder'::text, 'setAside'::text])))
  scan_stop_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX scan_stop__blocking ON public.scan_stop USING btree (customer_id, document_id, line) WHERE is_blocking
  CREATE INDEX scan_stop__document_id ON public.scan_stop USING btree (customer_id, document_id, id)
  CREATE INDEX scan_stop__exception_id ON public.scan_stop USING btree (customer_id, document_exception_id) WHERE (document_exception_id IS NOT NULL)
  CREATE INDEX scan_stop__med_id ON public.scan_stop USING btree (customer_id, med_id, id) WHERE (med_id IS NOT NULL)
  CREATE INDEX scan_stop__receipt_id ON public.scan_stop USING btree (customer_id, receipt_id) WHERE (receipt_id IS NOT NULL)
  CREATE UNIQUE INDEX scan_stop__scan_key ON public.scan_stop USING btree (customer_id, user_id, scan_key) WHERE (scan_key IS NOT NULL)
  CREATE UNIQUE INDEX scan_stop_pkey ON public.scan_stop USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table scorecard_month
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  month text not null
  time_zone text not null
  sender text not null
  gtin text not null
  tally jsonb not null
  computed_at timestamp with time zone not null
  -- constraints
  scorecard_month__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  scorecard_month_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX scorecard_month__once ON public.scorecard_month USING btree (customer_id, month, gtin, sender, location_id) NULLS NOT DISTINCT
  CREATE UNIQUE INDEX scorecard_month_pkey ON public.scorecard_month USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table scorecard_progress
  customer_id bigint not null default
  checked_until timestamp with time zone not null
  -- constraints
  scorecard_progress_pkey PRIMARY KEY (customer_id)
  -- indexes
  CREATE UNIQUE INDEX scorecard_progress_pkey ON public.scorecard_progress USING btree (customer_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table scorecard_reader
  customer_id bigint not null default
  user_id bigint not null
  since timestamp with time zone not null
  sent_month text
  -- constraints
  scorecard_reader__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  scorecard_reader_pkey PRIMARY KEY (customer_id, user_id)
  -- indexes
  CREATE UNIQUE INDEX scorecard_reader_pkey ON public.scorecard_reader USING btree (customer_id, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table session
  id bigint not null generated
  login_id bigint not null
  token_hash bytea not null
  previous_hash bytea
  previous_until timestamp with time zone
  step text not null
  is_temporary boolean not null default
  created_at timestamp with time zone not null
  last_seen_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  revoked_at timestamp with time zone
  address text
  user_agent text
  token_used_at timestamp with time zone
  -- constraints
  session__login_id FOREIGN KEY (login_id) REFERENCES login(id) ON DELETE CASCADE
  session_pkey PRIMARY KEY (id)
  session_step_check CHECK ((step = ANY (ARRAY['totp'::text, 'changePassword'::text, 'signedIn'::text])))
  -- indexes
  CREATE INDEX session__login ON public.session USING btree (login_id)
  CREATE INDEX session__previous_hash ON public.session USING btree (previous_hash) WHERE (previous_hash IS NOT NULL)
  CREATE UNIQUE INDEX session__token_hash ON public.session USING btree (token_hash)
  CREATE UNIQUE INDEX session_pkey ON public.session USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  purpose text not null
  state text not null default
  trading_partner_id bigint
  to_location_id bigint
  to_name text not null
  sender jsonb not null
  receiver jsonb not null
  ship_to_state_id bigint
  guideline text not null
  with_ti boolean not null
  purchase_order text
  rma text
  contact text
  reason text
  due_back date
  license_words text
  units integer not null default
  meds integer not null default
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  sent_at timestamp with time zone
  sent_by_id bigint
  sent_by text
  time_zone text not null
  voided_at timestamp with time zone
  voided_by_id bigint
  voided_by text
  void_reason text
  mail_to text[] not null default
  papers text not null default
  gaps text[] not null default
  settled_at timestamp with time zone
  settled_by_id bigint
  settled_by text
  settle_note text
  deliver_to_id bigint
  asked_at timestamp with time zone
  asked_by_id bigint
  asked_by text
  asked jsonb
  approved_by_id bigint
  approved_by text
  refused_by text
  refuse_reason text
  value_cents bigint
  labels_checked_by text
  last_n integer not null default
  letter_link_id bigint
  -- constraints
  shipment__approved_by FOREIGN KEY (customer_id, approved_by_id) REFERENCES "user"(customer_id, id)
  shipment__asked CHECK ((((asked_at IS NULL) = (asked_by_id IS NULL)) AND ((asked_at IS NULL) = (asked IS NULL))))
  shipment__asked_by FOREIGN KEY (customer_id, asked_by_id) REFERENCES "user"(customer_id, id)
  shipment__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  shipment__deliver_to FOREIGN KEY (customer_id, deliver_to_id) REFERENCES partner_endpoint(customer_id, id)
  shipment__guideline CHECK ((guideline = ANY (ARRAY['r12'::text, 'r13'::text])))
  shipment__letter_link FOREIGN KEY (customer_id, letter_link_id) REFERENCES inspection_link(customer_id, id)
  shipment__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  shipment__papers CHECK ((papers = ANY (ARRAY['none'::text, 'queued'::text, 'ready'::text, 'failed'::text])))
  shipment__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  shipment__purpose CHECK ((purpose = ANY (ARRAY['sale'::text, 'need'::text, 'loan'::text, 'loanReturn'::text, 'return'::text, 'nonsaleable'::text, 'donation'::text, 'own'::text, 'emergency'::text, 'destruction'::text])))
  shipment__receiver CHECK (((trading_partner_id IS NULL) OR (to_location_id IS NULL)))
  shipment__second_person CHECK (((approved_by_id IS NULL) OR (approved_by_id <> sent_by_id)))
  shipment__sent CHECK ((((sent_at IS NULL) = (state = ANY (ARRAY['draft'::text, 'discarded'::text]))) AND ((sent_at IS NULL) = (sent_by IS NULL))))
  shipment__sent_by FOREIGN KEY (customer_id, sent_by_id) REFERENCES "user"(customer_id, id)
  shipment__settled CHECK (((settled_at IS NULL) = (settled_by IS NULL)))
  shipment__settled_by FOREIGN KEY (customer_id, settled_by_id) REFERENCES "user"(customer_id, id)
  shipment__state CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text, 'voided'::text, 'discarded'::text])))
  shipment__to_location FOREIGN KEY (customer_id, to_location_id) REFERENCES location(customer_id, id)
  shipment__value CHECK (((value_cents >= 0) AND (value_cents <= '100000000000'::bigint)))
  shipment__voided CHECK ((((voided_at IS NULL) = (state <> 'voided'::text)) AND ((voided_at IS NULL) = (void_reason IS NULL))))
  shipment__voided_by FOREIGN KEY (customer_id, voided_by_id) REFERENCES "user"(customer_id, id)
  shipment_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX shipment__letter_link_id ON public.shipment USING btree (customer_id, letter_link_id) WHERE (letter_link_id IS NOT NULL)
  CREATE INDEX shipment__location_id ON public.shipment USING btree (customer_id, location_id, id)
  CREATE INDEX shipment__partner_id ON public.shipment USING btree (customer_id, trading_partner_id, id) WHERE (trading_partner_id IS NOT NULL)
  CREATE UNIQUE INDEX shipment_pkey ON public.shipment USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_delivery
  customer_id bigint not null default
  id bigint not null generated
  shipment_id bigint not null
  document_id bigint not null
  endpoint_id bigint not null
  to_words text not null
  at timestamp with time zone not null
  by_name text not null
  state text not null default
  attempts integer not null default
  due_at timestamp with time zone not null
  last_at timestamp with time zone
  status integer
  answer text
  error text
  answer_lost boolean not null default
  -- constraints
  shipment_delivery__document FOREIGN KEY (customer_id, document_id) REFERENCES shipment_document(customer_id, id)
  shipment_delivery__endpoint FOREIGN KEY (customer_id, endpoint_id) REFERENCES partner_endpoint(customer_id, id)
  shipment_delivery__shipment FOREIGN KEY (customer_id, shipment_id) REFERENCES shipment(customer_id, id)
  shipment_delivery__state CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
  shipment_delivery_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX shipment_delivery__document_id ON public.shipment_delivery USING btree (customer_id, document_id)
  CREATE INDEX shipment_delivery__due_at ON public.shipment_delivery USING btree (customer_id, due_at) WHERE (state = 'waiting'::text)
  CREATE INDEX shipment_delivery__endpoint_id ON public.shipment_delivery USING btree (customer_id, endpoint_id)
  CREATE INDEX shipment_delivery__shipment_id ON public.shipment_delivery USING btree (customer_id, shipment_id, id)
  CREATE UNIQUE INDEX shipment_delivery_pkey ON public.shipment_delivery USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_document
  customer_id bigint not null default
  id bigint not null generated
  shipment_id bigint not null
  kind text not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  made_at timestamp with time zone not null
  -- constraints
  shipment_document__kind CHECK ((kind = ANY (ARRAY['letter'::text, 'epcis'::text, 'csv'::text, 'void'::text, 'voidLetter'::text])))
  shipment_document__shipment FOREIGN KEY (customer_id, shipment_id) REFERENCES shipment(customer_id, id)
  shipment_document_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX shipment_document__once ON public.shipment_document USING btree (customer_id, shipment_id, kind)
  CREATE INDEX shipment_document__sha256 ON public.shipment_document USING btree (customer_id, sha256)
  CREATE UNIQUE INDEX shipment_document_pkey ON public.shipment_document USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_med
  customer_id bigint not null default
  shipment_id bigint not null
  med_id bigint not null
  n integer not null
  location_id bigint not null
  document_id bigint
  line integer
  is_open boolean not null
  accepted text[] not null default
  -- constraints
  shipment_med__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  shipment_med__med FOREIGN KEY (customer_id, med_id) REFERENCES med(customer_id, id)
  shipment_med__unit FOREIGN KEY (customer_id, shipment_id, n) REFERENCES shipment_unit(customer_id, shipment_id, n)
  shipment_med_pkey PRIMARY KEY (customer_id, shipment_id, med_id)
  -- indexes
  CREATE INDEX shipment_med__med_id ON public.shipment_med USING btree (customer_id, med_id)
  CREATE UNIQUE INDEX shipment_med__open ON public.shipment_med USING btree (customer_id, med_id) WHERE is_open
  CREATE INDEX shipment_med__unit_n ON public.shipment_med USING btree (customer_id, shipment_id, n)
  CREATE UNIQUE INDEX shipment_med_pkey ON public.shipment_med USING btree (customer_id, shipment_id, med_id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_rule
  customer_id bigint not null default
  purpose text not null
  sender text not null
  needs_approval boolean not null
  changed_at timestamp with time zone not null
  changed_by_id bigint not null
  changed_by text not null
  -- constraints
  shipment_rule__changed_by FOREIGN KEY (customer_id, changed_by_id) REFERENCES "user"(customer_id, id)
  shipment_rule__purpose CHECK ((purpose = ANY (ARRAY['sale'::text, 'need'::text, 'loan'::text, 'loanReturn'::text, 'return'::text, 'nonsaleable'::text, 'donation'::text, 'own'::text, 'emergency'::text, 'destruction'::text])))
  shipment_rule__sender CHECK ((sender = ANY (ARRAY['anyone'::text, 'administrator'::text, 'customerAdmin'::text])))
  shipment_rule_pkey PRIMARY KEY (customer_id, purpose)
  -- indexes
  CREATE UNIQUE INDEX shipment_rule_pkey ON public.shipment_rule USING btree (customer_id, purpose)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_sending
  customer_id bigint not null default
  id bigint not null generated
  shipment_id bigint not null
  at timestamp with time zone not null
  by_name text not null
  to_words text not null
  mail_id bigint not null
  link_id bigint not null
  is_reminder boolean not null default
  reminded_at timestamp with time zone
  -- constraints
  shipment_sending__link FOREIGN KEY (customer_id, link_id) REFERENCES inspection_link(customer_id, id)
  shipment_sending__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  shipment_sending__shipment FOREIGN KEY (customer_id, shipment_id) REFERENCES shipment(customer_id, id)
  shipment_sending_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX shipment_sending__link_id ON public.shipment_sending USING btree (customer_id, link_id)
  CREATE INDEX shipment_sending__mail_id ON public.shipment_sending USING btree (customer_id, mail_id)
  CREATE INDEX shipment_sending__shipment_id ON public.shipment_sending USING btree (customer_id, shipment_id, id)
  CREATE INDEX shipment_sending__unopened ON public.shipment_sending USING btree (customer_id, at) WHERE ((reminded_at IS NULL) AND (NOT is_reminder))
  CREATE UNIQUE INDEX shipment_sending_pkey ON public.shipment_sending USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table shipment_unit
  customer_id bigint not null default
  shipment_id bigint not null
  n integer not null
  location_id bigint not null
  med_id bigint
  sscc character(18)
  gtin character(14)
  serial_number text
  product_name text
  lot_number text
  expiration_date date
  document_id bigint
  line integer
  last_line integer
  is_package boolean not null
  meds integer not null
  accepted text[] not null default
  scanned_at timestamp with time zone not null
  scanned_by text not null
  -- constraints
  shipment_unit__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  shipment_unit__name CHECK (((sscc IS NOT NULL) OR (serial_number IS NOT NULL)))
  shipment_unit__shipment FOREIGN KEY (customer_id, shipment_id) REFERENCES shipment(customer_id, id)
  shipment_unit_pkey PRIMARY KEY (customer_id, shipment_id, n)
  -- indexes
  CREATE UNIQUE INDEX shipment_unit_pkey ON public.shipment_unit USING btree (customer_id, shipment_id, n)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table sign_in_try
  id bigint not null generated
  at timestamp with time zone not null
  account_key bytea not null
  address text not null
  reason text not null
  -- constraints
  sign_in_try_pkey PRIMARY KEY (id)
  -- indexes
  CREATE INDEX sign_in_try__account_key ON public.sign_in_try USING btree (account_key, at)
  CREATE INDEX sign_in_try__address ON public.sign_in_try USING btree (address, at)
  CREATE INDEX sign_in_try__at ON public.sign_in_try USING btree (at)
  CREATE UNIQUE INDEX sign_in_try_pkey ON public.sign_in_try USING btree (id)
  -- grants
  seriatim_system: DELETE, INSERT, SELECT

table sop_revision
  customer_id bigint not null default
  sop text not null
  revision integer not null
  text text not null
  note text not null
  made_at timestamp with time zone not null
  made_by_id bigint not null
  made_by text not null
  -- constraints
  sop_revision__made_by FOREIGN KEY (customer_id, made_by_id) REFERENCES "user"(customer_id, id)
  sop_revision__once PRIMARY KEY (customer_id, sop, revision)
  sop_revision_revision_check CHECK ((revision > 0))
  -- indexes
  CREATE UNIQUE INDEX sop_revision__once ON public.sop_revision USING btree (customer_id, sop, revision)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table sop_signature
  customer_id bigint not null default
  sop text not null
  revision integer not null
  user_id bigint not null
  name text not null
  signed_at timestamp with time zone not null
  -- constraints
  sop_signature__revision FOREIGN KEY (customer_id, sop, revision) REFERENCES sop_revision(customer_id, sop, revision)
  sop_signature__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  sop_signature_pkey PRIMARY KEY (customer_id, sop, revision, user_id)
  -- indexes
  CREATE UNIQUE INDEX sop_signature_pkey ON public.sop_signature USING btree (customer_id, sop, revision, user_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: INSERT, SELECT
  seriatim_system: INSERT, SELECT

table state
  id bigint not null generated
  name text not null
  code character(2) not null
  -- constraints
  state_pkey PRIMARY KEY (id)
  -- indexes
  CREATE UNIQUE INDEX state__code ON public.state USING btree (code)
  CREATE UNIQUE INDEX state_pkey ON public.state USING btree (id)
  -- grants
  seriatim_app: SELECT
  seriatim_system: SELECT

table stock_lot
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  document_id bigint
  epcis_med_vocabulary_id bigint
  gtin character(14)
  ndc text
  ndc10 text
  ndc8 text generated
  lot_number text
  lot_key text
  firm_key text
  expiration_date date
  amount integer not null
  sent_at timestamp with time zone not null
  is_matched boolean not null default
  -- constraints
  stock_lot__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  stock_lot__order FOREIGN KEY (customer_id, document_id) REFERENCES "order"(customer_id, id)
  stock_lot_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX stock_lot__document_id ON public.stock_lot USING btree (customer_id, document_id)
  CREATE INDEX stock_lot__lot_key ON public.stock_lot USING btree (customer_id, lot_key, firm_key)
  CREATE INDEX stock_lot__ndc8 ON public.stock_lot USING btree (customer_id, ndc8)
  CREATE UNIQUE INDEX stock_lot__once ON public.stock_lot USING btree (customer_id, location_id, document_id, epcis_med_vocabulary_id, gtin, ndc, lot_number, expiration_date) NULLS NOT DISTINCT
  CREATE INDEX stock_lot__waiting ON public.stock_lot USING btree (customer_id, id) WHERE (NOT is_matched)
  CREATE UNIQUE INDEX stock_lot_pkey ON public.stock_lot USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table subscription
  customer_id bigint not null default
  id bigint not null generated
  subscription text not null
  product text not null
  display text not null
  state text not null
  is_active boolean not null
  is_auto_renew boolean not null
  quantity integer not null
  currency text not null default
  subtotal_cents bigint not null
  begun_at timestamp with time zone
  next_charge_at timestamp with time zone
  next_charge_cents bigint
  canceled_at timestamp with time zone
  ends_at timestamp with time zone
  ended_at timestamp with time zone
  changed_at timestamp with time zone
  -- constraints
  subscription__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  subscription_pkey PRIMARY KEY (customer_id, id)
  subscription_quantity_check CHECK ((quantity >= 0))
  -- indexes
  CREATE UNIQUE INDEX subscription__subscription ON public.subscription USING btree (customer_id, subscription)
  CREATE UNIQUE INDEX subscription_pkey ON public.subscription USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table subscription_ending
  customer_id bigint not null default
  subscription text not null
  why text not null
  kept text
  begun_at timestamp with time zone not null
  failed_at timestamp with time zone
  done_at timestamp with time zone
  -- constraints
  subscription_ending__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  subscription_ending__why CHECK ((why = ANY (ARRAY['replaced'::text, 'renewed'::text, 'twice'::text, 'givenUp'::text])))
  subscription_ending_pkey PRIMARY KEY (customer_id, subscription, why)
  -- indexes
  CREATE UNIQUE INDEX subscription_ending_pkey ON public.subscription_ending USING btree (customer_id, subscription, why)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_answer
  customer_id bigint not null default
  id bigint not null generated
  request_id bigint not null
  number integer not null
  items integer[] not null
  item_count integer not null
  note text
  state text not null
  phase text not null default
  done integer not null default
  total integer not null default
  failure text
  counts jsonb not null default
  gaps jsonb not null default
  files jsonb not null default
  bytes bigint
  sha256 text
  manifest_sha256 text
  time_zone text not null
  made_at timestamp with time zone not null
  made_by_id bigint not null
  made_by text not null
  kept_until timestamp with time zone
  removed_at timestamp with time zone
  sent_at timestamp with time zone
  location_ids bigint[] not null
  -- constraints
  tracing_answer__by FOREIGN KEY (customer_id, made_by_id) REFERENCES "user"(customer_id, id)
  tracing_answer__file CHECK ((((sha256 IS NULL) = (bytes IS NULL)) AND ((sha256 IS NULL) = (manifest_sha256 IS NULL)) AND ((state <> 'ready'::text) OR (sha256 IS NOT NULL))))
  tracing_answer__request FOREIGN KEY (customer_id, request_id) REFERENCES tracing_request(customer_id, id)
  tracing_answer__sent CHECK (((sent_at IS NULL) OR (state = 'ready'::text)))
  tracing_answer_pkey PRIMARY KEY (customer_id, id)
  tracing_answer_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'building'::text, 'ready'::text, 'failed'::text, 'discarded'::text])))
  -- indexes
  CREATE UNIQUE INDEX tracing_answer__number ON public.tracing_answer USING btree (customer_id, request_id, number)
  CREATE INDEX tracing_answer__sha256 ON public.tracing_answer USING btree (customer_id, sha256) WHERE (sha256 IS NOT NULL)
  CREATE UNIQUE INDEX tracing_answer_pkey ON public.tracing_answer USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_entry
  customer_id bigint not null default
  id bigint not null generated
  request_id bigint not null
  at timestamp with time zone not null
  user_id bigint
  by_name text
  words text not null
  text text
  message_id text
  -- constraints
  tracing_entry__request FOREIGN KEY (customer_id, request_id) REFERENCES tracing_request(customer_id, id)
  tracing_entry_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX tracing_entry__message ON public.tracing_entry USING btree (customer_id, message_id) WHERE (message_id IS NOT NULL)
  CREATE INDEX tracing_entry__request ON public.tracing_entry USING btree (customer_id, request_id, id)
  CREATE UNIQUE INDEX tracing_entry_pkey ON public.tracing_entry USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_file
  customer_id bigint not null default
  id bigint not null generated
  request_id bigint not null
  entry_id bigint not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  -- constraints
  tracing_file__entry FOREIGN KEY (customer_id, entry_id) REFERENCES tracing_entry(customer_id, id)
  tracing_file__request FOREIGN KEY (customer_id, request_id) REFERENCES tracing_request(customer_id, id)
  tracing_file_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX tracing_file__entry ON public.tracing_file USING btree (customer_id, entry_id)
  CREATE INDEX tracing_file__request_id ON public.tracing_file USING btree (customer_id, request_id)
  CREATE INDEX tracing_file__sha256 ON public.tracing_file USING btree (customer_id, sha256)
  CREATE UNIQUE INDEX tracing_file_pkey ON public.tracing_file USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_item
  customer_id bigint not null default
  request_id bigint not null
  n integer not null
  gtin text
  ndc text
  ndc10 text[] not null default
  serial_number text
  lot_number text
  expiration_date date
  from_on date
  to_on date
  -- constraints
  tracing_item__request FOREIGN KEY (customer_id, request_id) REFERENCES tracing_request(customer_id, id)
  tracing_item_pkey PRIMARY KEY (customer_id, request_id, n)
  -- indexes
  CREATE INDEX tracing_item__serial_number ON public.tracing_item USING btree (customer_id, serial_number) WHERE (serial_number IS NOT NULL)
  CREATE UNIQUE INDEX tracing_item_pkey ON public.tracing_item USING btree (customer_id, request_id, n)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_request
  customer_id bigint not null default
  id bigint not null generated
  number integer not null
  direction text not null
  is_drill boolean not null default
  location_id bigint
  asker text not null
  organization text not null
  name text
  role text
  email_address text
  phone text
  trading_partner_id bigint
  identity_how text
  identity_by text
  identity_at timestamp with time zone
  channel text not null
  basis text not null
  wish text not null
  reference text
  incident_number text
  note text
  received_at timestamp with time zone not null
  time_zone text not null
  target_at timestamp with time zone
  legal_due_at timestamp with time zone
  stated_due_at timestamp with time zone
  mail_headers text
  origin_kind text
  origin_id bigint
  fingerprint text not null
  duplicate_of_id bigint
  item_count integer not null
  about text not null
  counts jsonb
  acknowledged_at timestamp with time zone
  answered_at timestamp with time zone
  covered_at timestamp with time zone
  remind_on date
  reminded_at timestamp with time zone
  ended_at timestamp with time zone
  end_note text
  created_at timestamp with time zone not null
  created_by_id bigint
  created_by text
  searched_items integer not null default
  drill_result jsonb
  -- constraints
  tracing_request__by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  tracing_request__drill CHECK (((NOT is_drill) OR (direction = 'in'::text)))
  tracing_request__drill_result CHECK (((drill_result IS NULL) OR (is_drill AND (ended_at IS NOT NULL))))
  tracing_request__identity CHECK (((identity_how IS NULL) = (identity_at IS NULL)))
  tracing_request__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  tracing_request__origin CHECK (((origin_kind IS NULL) = (origin_id IS NULL)))
  tracing_request__partner FOREIGN KEY (customer_id, trading_partner_id) REFERENCES trading_partner(customer_id, id)
  tracing_request_asker_check CHECK ((asker = ANY (ARRAY['fda'::text, 'state'::text, 'partner'::text, 'other'::text])))
  tracing_request_basis_check CHECK ((basis = ANY (ARRAY['recall'::text, 'suspect'::text, 'illegitimate'::text, 'inspection'::text, 'audit'::text, 'other'::text])))
  tracing_request_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'phone'::text, 'letter'::text, 'visit'::text, 'portal'::text, 'program'::text])))
  tracing_request_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
  tracing_request_origin_kind_check CHECK ((origin_kind = ANY (ARRAY['med'::text, 'recall'::text, 'incident'::text, 'exception'::text])))
  tracing_request_pkey PRIMARY KEY (customer_id, id)
  tracing_request_wish_check CHECK ((wish = ANY (ARRAY['information'::text, 'lastOwner'::text, 'allOwners'::text])))
  -- indexes
  CREATE INDEX tracing_request__fingerprint ON public.tracing_request USING btree (customer_id, fingerprint)
  CREATE UNIQUE INDEX tracing_request__number ON public.tracing_request USING btree (customer_id, is_drill, number)
  CREATE INDEX tracing_request__open ON public.tracing_request USING btree (customer_id, ended_at, received_at, id)
  CREATE INDEX tracing_request__trading_partner_id ON public.tracing_request USING btree (customer_id, trading_partner_id) WHERE (trading_partner_id IS NOT NULL)
  CREATE UNIQUE INDEX tracing_request_pkey ON public.tracing_request USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table tracing_sending
  customer_id bigint not null default
  id bigint not null generated
  request_id bigint not null
  answer_id bigint
  channel text not null
  at timestamp with time zone not null
  by_id bigint
  by_name text not null
  to_words text
  sha256 text
  mail_id bigint
  link_id bigint
  -- constraints
  tracing_sending__answer FOREIGN KEY (customer_id, answer_id) REFERENCES tracing_answer(customer_id, id)
  tracing_sending__link FOREIGN KEY (customer_id, link_id) REFERENCES inspection_link(customer_id, id)
  tracing_sending__mail FOREIGN KEY (customer_id, mail_id) REFERENCES mail(customer_id, id)
  tracing_sending__request FOREIGN KEY (customer_id, request_id) REFERENCES tracing_request(customer_id, id)
  tracing_sending_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'link'::text, 'download'::text, 'acknowledgment'::text, 'question'::text, 'reminder'::text])))
  tracing_sending_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX tracing_sending__answer_id ON public.tracing_sending USING btree (customer_id, answer_id) WHERE (answer_id IS NOT NULL)
  CREATE INDEX tracing_sending__link_id ON public.tracing_sending USING btree (customer_id, link_id) WHERE (link_id IS NOT NULL)
  CREATE INDEX tracing_sending__mail_id ON public.tracing_sending USING btree (customer_id, mail_id) WHERE (mail_id IS NOT NULL)
  CREATE INDEX tracing_sending__request ON public.tracing_sending USING btree (customer_id, request_id, id)
  CREATE UNIQUE INDEX tracing_sending_pkey ON public.tracing_sending USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table trading_partner
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  name text not null
  type text not null
  created_at timestamp with time zone not null
  created_by_id bigint
  deactivated_at timestamp with time zone
  deactivated_by_id bigint
  deactivate_reason text
  business text
  -- constraints
  trading_partner__business CHECK ((business = ANY (ARRAY['wholesaler'::text, 'manufacturer'::text, 'repackager'::text, '3PL'::text, 'dispenser'::text])))
  trading_partner__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  trading_partner__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  trading_partner_pkey PRIMARY KEY (customer_id, id)
  trading_partner_type_check CHECK ((type = ANY (ARRAY['upstream'::text, 'downstream'::text, 'both'::text])))
  -- indexes
  CREATE INDEX trading_partner__name ON public.trading_partner USING btree (customer_id, lower(name) COLLATE "C", id)
  CREATE UNIQUE INDEX trading_partner_pkey ON public.trading_partner USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])) OR (location_id IS NULL))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table upload
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint
  created_by_id bigint not null
  filename text not null
  content_type text not null
  size bigint not null
  sha256 text not null
  status text not null
  document_id bigint
  created_at timestamp with time zone not null
  finished_at timestamp with time zone
  kind text not null
  facts jsonb not null
  named_glns text[] not null default
  named_places jsonb not null default
  document_exception_id bigint
  is_all_or_nothing boolean not null default
  door_id bigint
  -- constraints
  upload__document FOREIGN KEY (customer_id, document_id) REFERENCES epcis_document(customer_id, id)
  upload__door FOREIGN KEY (customer_id, door_id) REFERENCES intake_door(customer_id, id)
  upload__exception FOREIGN KEY (customer_id, document_exception_id) REFERENCES document_exception(customer_id, id)
  upload__kind CHECK ((kind = ANY (ARRAY['waiting'::text, 'made'::text, 'sentBefore'::text, 'differs'::text, 'corrects'::text, 'notAddressed'::text, 'noSerials'::text, 'malformed'::text, 'empty'::text, 'notXml'::text, 'zipNotOne'::text, 'zipTooMany'::text, 'zipNested'::text, 'zipEncrypted'::text, 'zipNotXml'::text, 'zipTooLarge'::text, 'zipDamaged'::text, 'unpacked'::text, 'tooMuch'::text, 'tooMuchMemory'::text, 'rolledBack'::text, 'stopped'::text, 'ignored'::text, 'fault'::text, 'elsewhere'::text])))
  upload_pkey PRIMARY KEY (customer_id, id)
  upload_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'imported'::text, 'duplicate'::text, 'exception'::text, 'refused'::text, 'stopped'::text, 'elsewhere'::text, 'differs'::text])))
  -- indexes
  CREATE INDEX upload__created_at ON public.upload USING btree (customer_id, created_at)
  CREATE INDEX upload__document_exception_id ON public.upload USING btree (customer_id, document_exception_id) WHERE (document_exception_id IS NOT NULL)
  CREATE INDEX upload__document_id ON public.upload USING btree (customer_id, document_id)
  CREATE INDEX upload__door_id ON public.upload USING btree (customer_id, door_id) WHERE (door_id IS NOT NULL)
  CREATE INDEX upload__waiting ON public.upload USING btree (customer_id, created_at) WHERE (kind = 'notAddressed'::text)
  CREATE UNIQUE INDEX upload_pkey ON public.upload USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table upload_packet
  customer_id bigint not null default
  user_id bigint not null
  group_id text not null
  file_id text not null
  packet integer not null
  total_packets integer not null
  filename text not null
  content_type text not null
  sha256 text not null
  size integer not null
  created_at timestamp with time zone not null
  -- constraints
  upload_packet_pkey PRIMARY KEY (customer_id, user_id, group_id, file_id, packet)
  -- indexes
  CREATE UNIQUE INDEX upload_packet_pkey ON public.upload_packet USING btree (customer_id, user_id, group_id, file_id, packet)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table user
  customer_id bigint not null default
  id bigint not null default
  first_name text not null
  middle_name text
  last_name text not null
  title text
  email_address text not null
  is_active boolean not null default
  suspect_med_email_address text
  created_at timestamp with time zone not null default
  invited_at timestamp with time zone
  invited_by_id bigint
  joined_at timestamp with time zone default
  withdrawn_at timestamp with time zone
  deactivated_at timestamp with time zone
  -- constraints
  user__customer FOREIGN KEY (customer_id) REFERENCES customer(id)
  user__invited_by FOREIGN KEY (customer_id, invited_by_id) REFERENCES "user"(customer_id, id)
  user_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX user__email_address ON public."user" USING btree (customer_id, lower(email_address)) WHERE (withdrawn_at IS NULL)
  CREATE UNIQUE INDEX user_pkey ON public."user" USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table user_location
  customer_id bigint not null default
  user_id bigint not null
  location_id bigint not null
  is_admin boolean not null default
  granted_at timestamp with time zone default
  granted_by_id bigint
  -- constraints
  user_location__granted_by FOREIGN KEY (customer_id, granted_by_id) REFERENCES "user"(customer_id, id)
  user_location__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  user_location__user FOREIGN KEY (customer_id, user_id) REFERENCES "user"(customer_id, id)
  user_location_pkey PRIMARY KEY (customer_id, user_id, location_id)
  -- indexes
  CREATE INDEX user_location__location_id ON public.user_location USING btree (customer_id, location_id)
  CREATE UNIQUE INDEX user_location_pkey ON public.user_location USING btree (customer_id, user_id, location_id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table verification
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  list_id bigint
  line integer
  retries_id bigint
  is_current boolean not null default
  gtin character(14) not null
  serial_number text not null
  lot_number text
  expiration_date text
  med_name text
  purpose text not null
  context text
  driver text not null
  asked_at timestamp with time zone not null
  asked_by_id bigint not null
  corr_uuid text
  answer text
  answered_at timestamp with time zone
  reason text
  additional_info text
  cause text
  responder_gln text
  responder_time text
  status integer
  body text
  asked_whom text
  channel text
  note text
  evidence_id bigint
  -- constraints
  verification__answered CHECK (((answer IS NULL) = (answered_at IS NULL)))
  verification__asked_by FOREIGN KEY (customer_id, asked_by_id) REFERENCES "user"(customer_id, id)
  verification__by_hand CHECK (((driver = 'manual'::text) = ((asked_whom IS NOT NULL) AND (channel IS NOT NULL))))
  verification__cause CHECK ((((answer = 'unavailable'::text) = (cause IS NOT NULL)) OR (answer IS NULL)))
  verification__evidence FOREIGN KEY (customer_id, evidence_id) REFERENCES evidence(customer_id, id)
  verification__line CHECK (((list_id IS NULL) = (line IS NULL)))
  verification__list FOREIGN KEY (customer_id, list_id) REFERENCES verification_list(customer_id, id)
  verification__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  verification__retries FOREIGN KEY (customer_id, retries_id) REFERENCES verification(customer_id, id)
  verification_answer_check CHECK ((answer = ANY (ARRAY['verified'::text, 'notVerified'::text, 'unavailable'::text])))
  verification_channel_check CHECK ((channel = ANY (ARRAY['phone'::text, 'email'::text, 'portal'::text, 'letter'::text, 'other'::text])))
  verification_driver_check CHECK ((driver = ANY (ARRAY['manual'::text, 'gs1'::text, 'simulator'::text])))
  verification_pkey PRIMARY KEY (customer_id, id)
  verification_purpose_check CHECK ((purpose = ANY (ARRAY['return'::text, 'suspect'::text, 'exception'::text, 'status'::text])))
  -- indexes
  CREATE INDEX verification__asked_at ON public.verification USING btree (customer_id, asked_at, id)
  CREATE INDEX verification__evidence_id ON public.verification USING btree (customer_id, evidence_id)
  CREATE INDEX verification__list_id ON public.verification USING btree (customer_id, list_id, line)
  CREATE UNIQUE INDEX verification__retried ON public.verification USING btree (customer_id, retries_id)
  CREATE INDEX verification__serial ON public.verification USING btree (customer_id, serial_number, gtin)
  CREATE UNIQUE INDEX verification_pkey ON public.verification USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table verification_list
  customer_id bigint not null default
  id bigint not null generated
  location_id bigint not null
  name text not null
  purpose text not null
  amount integer not null
  state text not null
  stop_reason text
  created_at timestamp with time zone not null
  created_by_id bigint not null
  ended_at timestamp with time zone
  -- constraints
  verification_list__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  verification_list__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  verification_list__stopped CHECK (((state = 'stopped'::text) = (stop_reason IS NOT NULL)))
  verification_list_pkey PRIMARY KEY (customer_id, id)
  verification_list_purpose_check CHECK ((purpose = ANY (ARRAY['return'::text, 'suspect'::text, 'exception'::text, 'status'::text])))
  verification_list_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopped'::text, 'done'::text])))
  -- indexes
  CREATE UNIQUE INDEX verification_list_pkey ON public.verification_list USING btree (customer_id, id)
  -- policy
  customer_only forced using ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[])))) check ((customer_id = ( SELECT current_customer_id() AS current_customer_id)) AND ((( SELECT current_location_scope() AS current_location_scope) = 'all'::text) OR (location_id = ANY (( SELECT current_location_ids() AS current_location_ids)::bigint[]))))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table verification_setting
  customer_id bigint not null default
  id bigint not null generated
  driver text not null
  base_url text
  requester_gln character(13)
  contexts jsonb not null
  credential_header text not null
  credential bytea
  wallet_url text
  wallet_holder text
  email_address text
  phone_number text
  updated_at timestamp with time zone not null
  updated_by_id bigint not null
  -- constraints
  verification_setting__updated_by FOREIGN KEY (customer_id, updated_by_id) REFERENCES "user"(customer_id, id)
  verification_setting_driver_check CHECK ((driver = ANY (ARRAY['manual'::text, 'gs1'::text, 'simulator'::text])))
  verification_setting_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX verification_setting__once ON public.verification_setting USING btree (customer_id)
  CREATE UNIQUE INDEX verification_setting_pkey ON public.verification_setting USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table verified_gln
  global_location_number character(13) not null
  customer_id bigint not null default
  -- constraints
  verified_gln__customer UNIQUE (customer_id, global_location_number)
  verified_gln__global_location_number PRIMARY KEY (global_location_number, customer_id)
  -- indexes
  CREATE UNIQUE INDEX verified_gln__customer ON public.verified_gln USING btree (customer_id, global_location_number)
  CREATE UNIQUE INDEX verified_gln__global_location_number ON public.verified_gln USING btree (global_location_number, customer_id)
  -- policy
  customer_only using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT
  seriatim_system: DELETE, INSERT, SELECT

table webhook_delivery
  customer_id bigint not null default
  id bigint not null generated
  endpoint_id bigint not null
  event_id bigint not null
  subject text not null
  state text not null default
  attempts integer not null default
  due_at timestamp with time zone not null
  last_at timestamp with time zone
  status integer
  answer text
  error text
  -- constraints
  webhook_delivery__endpoint FOREIGN KEY (customer_id, endpoint_id) REFERENCES webhook_endpoint(customer_id, id) ON DELETE CASCADE
  webhook_delivery__event FOREIGN KEY (customer_id, event_id) REFERENCES webhook_event(customer_id, id) ON DELETE CASCADE
  webhook_delivery_pkey PRIMARY KEY (customer_id, id)
  webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
  -- indexes
  CREATE INDEX webhook_delivery__event_id ON public.webhook_delivery USING btree (customer_id, event_id)
  CREATE UNIQUE INDEX webhook_delivery__once ON public.webhook_delivery USING btree (customer_id, endpoint_id, event_id)
  CREATE INDEX webhook_delivery__waiting ON public.webhook_delivery USING btree (customer_id, endpoint_id, subject, event_id) WHERE (state = 'waiting'::text)
  CREATE UNIQUE INDEX webhook_delivery_pkey ON public.webhook_delivery USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table webhook_endpoint
  customer_id bigint not null default
  id bigint not null generated
  name text not null
  url text not null
  location_id bigint
  events text[] not null
  secret bytea not null
  previous_secret bytea
  previous_secret_until timestamp with time zone
  created_at timestamp with time zone not null
  created_by_id bigint not null
  created_by text not null
  off_at timestamp with time zone
  off_reason text
  failing_since timestamp with time zone
  paused_until timestamp with time zone
  -- constraints
  webhook_endpoint__created_by FOREIGN KEY (customer_id, created_by_id) REFERENCES "user"(customer_id, id)
  webhook_endpoint__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  webhook_endpoint__off CHECK (((off_at IS NULL) = (off_reason IS NULL)))
  webhook_endpoint__previous CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)))
  webhook_endpoint_off_reason_check CHECK ((off_reason = ANY (ARRAY['person'::text, 'gone'::text, 'failing'::text])))
  webhook_endpoint_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE UNIQUE INDEX webhook_endpoint_pkey ON public.webhook_endpoint USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

table webhook_event
  customer_id bigint not null default
  id bigint not null generated
  message_id text not null
  type text not null
  subject text not null
  location_id bigint
  happened_at timestamp with time zone not null
  data jsonb not null
  -- constraints
  webhook_event__location FOREIGN KEY (customer_id, location_id) REFERENCES location(customer_id, id)
  webhook_event_pkey PRIMARY KEY (customer_id, id)
  -- indexes
  CREATE INDEX webhook_event__happened_at ON public.webhook_event USING btree (customer_id, happened_at, id)
  CREATE UNIQUE INDEX webhook_event_pkey ON public.webhook_event USING btree (customer_id, id)
  -- policy
  customer_only forced using (customer_id = ( SELECT current_customer_id() AS current_customer_id)) check (customer_id = ( SELECT current_customer_id() AS current_customer_id))
  -- grants
  seriatim_app: DELETE, INSERT, SELECT, UPDATE
  seriatim_system: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.contested_glns(gln text)
 RETURNS TABLE(global_location_number character, customer_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select v.global_location_number, v.customer_id from verified_gln v
  where (gln is null or v.global_location_number = gln::char(13))
    and exists (select from verified_gln o where o.global_location_number = v.global_location_number and o.customer_id <> v.customer_id)
$function$

CREATE OR REPLACE FUNCTION public.current_customer_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.customer_id', true), '')::bigint $function$

CREATE OR REPLACE FUNCTION public.current_era()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select max(id) from era $function$

CREATE OR REPLACE FUNCTION public.current_location_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.location_ids', true), ''), '{}')::bigint[] $function$

CREATE OR REPLACE FUNCTION public.current_location_scope()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.location_scope', true), '') $function$

CREATE OR REPLACE FUNCTION public.current_user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.user_id', true), '')::bigint $function$

CREATE OR REPLACE FUNCTION public.document_med__med()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, med_id as id from fresh where med_id is not null) named
        where not exists (select from med parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, med_id as id from fresh where med_id is not null except select customer_id, med_id from stale) named
        where not exists (select from med parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'document_med', constraint = 'document_med__med', detail = format('There is no %s in "med" (med_id).', missing),
          message = 'insert or update on table "document_med" violates foreign key constraint "document_med__med"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.document_med__order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, document_id as id from fresh where document_id is not null) named
        where not exists (select from "order" parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, document_id as id from fresh where document_id is not null except select customer_id, document_id from stale) named
        where not exists (select from "order" parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'document_med', constraint = 'document_med__order', detail = format('There is no %s in "order" (document_id).', missing),
          message = 'insert or update on table "document_med" violates foreign key constraint "document_med__order"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.document_med__receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, receipt_id as id from fresh where receipt_id is not null) named
        where not exists (select from receipt parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, receipt_id as id from fresh where receipt_id is not null except select customer_id, receipt_id from stale) named
        where not exists (select from receipt parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'document_med', constraint = 'document_med__receipt', detail = format('There is no %s in "receipt" (receipt_id).', missing),
          message = 'insert or update on table "document_med" violates foreign key constraint "document_med__receipt"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.find_person(of_customer bigint, of_user bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  person        jsonb;
begin
  perform set_scope(of_customer, of_user, 'all', '{}');
  person := (
    select jsonb_build_object(
      'id', u.id, 'firstName', u.first_name, 'middleName', u.middle_name, 'lastName', u.last_name, 'title', u.title, 'emailAddress', u.email_address,
      'isActive', u.is_active, 'suspectMedEmailAddress', u.suspect_med_email_address,
      'customerId', c.id, 'customerName', c.name, 'clockHours', c.clock_hours, 'adminId', c.admin_id,
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', l.id, 'name', l.name, 'isAdmin', a.is_admin,
          -- Those that receive what this one owns (340B).
          'ownedIds', (
            select coalesce(jsonb_agg(o.id), '[]') from location o where o.customer_id = l.customer_id and o.owner_location_id = l.id
          )
        ) order by l.name)
        from user_location a join location l on l.customer_id = a.customer_id and l.id = a.location_id
        where a.customer_id = u.customer_id and a.user_id = u.id
      ), '[]')
    )
    from "user" u join customer c on c.id = u.customer_id
    where u.customer_id = of_customer and u.id = of_user and u.is_active
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return person;
end $function$

CREATE OR REPLACE FUNCTION public.goods_owner_glns(of_location bigint)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  found         text[];
begin
  perform set_scope(was_customer, was_user, 'all', '{}');
  found := (
    select coalesce(array_agg(g.global_location_number::text order by (g.is_verified and g.disposition <> 'BILL TO') desc, g.id), '{}')
    from location l
    join location_gln g on g.customer_id = l.customer_id and g.location_id = l.owner_location_id
    where l.customer_id = was_customer and l.id = of_location
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return found;
end $function$

CREATE OR REPLACE FUNCTION public.is_distributed()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  answer boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = to_regclass(''"user"''))' into answer;
  end if;
  return answer;
end $function$

CREATE OR REPLACE FUNCTION public.keep_referenced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  scope text := current_setting('app.location_scope', true);
  found_one boolean := true;
begin
  -- A snapshot that is older than the lock on the parent would not show who came to name it meanwhile.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('Rows of "%s" are deleted at the isolation level "read committed" only.', tg_table_name);
  end if;
  if tg_op <> 'TRUNCATE' then
    -- Also those at locations that are not the caller's.
    set local app.location_scope = 'all';
    if tg_op = 'DELETE' then
      execute format('select exists (select from gone where exists (select from %I child where child.customer_id = gone.customer_id and child.%I = gone.id))',
        tg_argv[1], tg_argv[2]) into found_one;
    else
      execute format('select exists (select from %I child where child.customer_id = $1 and child.%I = $2)', tg_argv[1], tg_argv[2])
        into found_one using old.customer_id, old.id;
    end if;
    execute format('set local app.location_scope = %L', coalesce(scope, ''));
  end if;
  if found_one then
    raise foreign_key_violation using table = tg_argv[1], constraint = tg_argv[0],
      message = format('%s on table "%s" violates foreign key constraint "%s" on table "%s"', lower(tg_op), tg_table_name, tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.med__location()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, location_id as id from fresh where location_id is not null) named
        where not exists (select from location parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, location_id as id from fresh where location_id is not null except select customer_id, location_id from stale) named
        where not exists (select from location parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'med', constraint = 'med__location', detail = format('There is no %s in "location" (location_id).', missing),
          message = 'insert or update on table "med" violates foreign key constraint "med__location"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.med__receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, receipt_id as id from fresh where receipt_id is not null) named
        where not exists (select from receipt parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, receipt_id as id from fresh where receipt_id is not null except select customer_id, receipt_id from stale) named
        where not exists (select from receipt parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'med', constraint = 'med__receipt', detail = format('There is no %s in "receipt" (receipt_id).', missing),
          message = 'insert or update on table "med" violates foreign key constraint "med__receipt"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.med__vocabulary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, epcis_med_vocabulary_id as id from fresh where epcis_med_vocabulary_id is not null) named
        where not exists (select from epcis_med_vocabulary parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, epcis_med_vocabulary_id as id from fresh where epcis_med_vocabulary_id is not null except select customer_id, epcis_med_vocabulary_id from stale) named
        where not exists (select from epcis_med_vocabulary parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = 'med', constraint = 'med__vocabulary', detail = format('There is no %s in "epcis_med_vocabulary" (epcis_med_vocabulary_id).', missing),
          message = 'insert or update on table "med" violates foreign key constraint "med__vocabulary"';
      end if;
      return null;
    end $function$

CREATE OR REPLACE FUNCTION public.other_order_locations(of_order bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  found         bigint[];
begin
  perform set_scope(was_customer, was_user, 'all', '{}');
  found := (
    select coalesce(array_agg(distinct o.location_id), '{}')
    from epcis_document own
    join epcis_document d on d.customer_id = own.customer_id and d.id <> own.id and (d.id = own.part_of_id or d.part_of_id = coalesce(own.part_of_id, own.id))
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
    where own.customer_id = was_customer and own.id = of_order
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return found;
end $function$

CREATE OR REPLACE FUNCTION public.protect(name text, location boolean DEFAULT false, unplaced boolean DEFAULT false, shared boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  asked text := case when is_distributed() then '%s' else '(select %s)' end;
  customer text := format(asked, 'current_customer_id()');
  own text := format('%I = %s', case when name = 'customer' then 'id' else 'customer_id' end, customer);
  rule text := own;
  writing text;
begin
  if location then
    rule := rule || format(' and (%s = ''all'' or location_id = any (%s::bigint[])', format(asked, 'current_location_scope()'), format(asked, 'current_location_ids()'));
    if unplaced then
      rule := rule || format(' or (location_id is null and created_by_id = %s)', format(asked, 'current_user_id()'));
    end if;
    writing := rule || ')';
    if shared then
      rule := rule || ' or location_id is null';
    end if;
    rule := rule || ')';
  end if;
  if is_distributed() then
    perform create_distributed_table(format('%I', name), 'customer_id', colocate_with => '"user"');
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy customer_only on %I using (%s) with check (%s)', name, rule, coalesce(writing, rule));
  execute format('grant select, insert, update, delete on %I to seriatim_app, seriatim_system', name);
  if is_distributed() then
    -- A distributed table asks its sequences by name, with the rights of who inserts.
    grant usage on all sequences in schema public to seriatim_app, seriatim_system;
  end if;
end $function$

CREATE OR REPLACE FUNCTION public.refer(name text, child text, column_name text, parent text)
 RETURNS void
 LANGUAGE plpgsql
AS $functionx$
begin
  if is_distributed() then
    execute format('alter table %I add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)', child, name, column_name, parent);
    return;
  end if;
  -- A function of its own for each: PostgreSQL keeps the plan of a text that does not change.
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, %3$I as id from fresh where %3$I is not null) named
        where not exists (select from %4$I parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, %3$I as id from fresh where %3$I is not null except select customer_id, %3$I from stale) named
        where not exists (select from %4$I parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = %2$L, constraint = %1$L, detail = format('There is no %%s in "%4$s" (%3$s).', missing),
          message = 'insert or update on table "%2$s" violates foreign key constraint "%1$s"';
      end if;
      return null;
    end $body$
  $function$, name, child, column_name, parent);
  execute format('create trigger %1$I after insert on %2$I referencing new table as fresh for each statement execute function %1$I()', name, child);
  execute format('create trigger %1$I after update on %2$I referencing new table as fresh old table as stale for each statement execute function %3$I()',
    name || '__change', child, name);
  execute format('create trigger %1$I after delete on %2$I referencing old table as gone for each statement execute function keep_referenced(%1$L, %3$L, %4$L)',
    name, parent, child, column_name);
  execute format('create trigger %I before truncate on %I for each statement execute function keep_referenced(%L, %L, %L)',
    name || '__truncate', parent, name, child, column_name);
  execute format('create trigger %I after update of customer_id, id on %I for each row
      when ((old.customer_id, old.id) is distinct from (new.customer_id, new.id)) execute function keep_referenced(%L, %L, %L)',
    name || '__key', parent, name, child, column_name);
end $functionx$

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit trail is never changed.' using errcode = 'insufficient_privilege';
end $function$

CREATE OR REPLACE FUNCTION public.set_scope(customer_id bigint, user_id bigint, scope text, location_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('set local app.customer_id = %L', coalesce(customer_id::text, ''));
  execute format('set local app.user_id = %L', coalesce(user_id::text, ''));
  execute format('set local app.location_scope = %L', coalesce(scope, ''));
  execute format('set local app.location_ids = %L', coalesce(location_ids::text, ''));
end $function$

CREATE OR REPLACE FUNCTION public.share(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_distributed() then
    perform create_reference_table(format('%I', name));
  end if;
end $function$
