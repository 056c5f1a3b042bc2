-- Letters of medical necessity: what a prescriber is asked, what came back, and the documents of both.

-- A document of a claim: one that came in, or one that we made. What is in it lies beside it, so that lists stay light.
create table document (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null, authorization_id uuid, transaction_id uuid,
  type_id smallint not null check (type_id between 1 and 16), group_id smallint not null check (group_id between 1 and 3),
  file_name text not null check (length(file_name) between 1 and 150), mime text not null check (mime in ('application/pdf', 'image/png', 'image/jpeg', 'image/tiff')),
  bytes int not null check (bytes between 1 and 10485760), pages smallint, sha256 bytea not null check (length(sha256) = 32),
  source text not null check (source in ('FILENET', 'PORTAL', 'FAX', 'SYSTEM')), created_at timestamptz not null, received_at timestamptz not null, active boolean not null default true,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, transaction_id) references rx_transaction);
create index document_by_claim on document (mc, stratus_claim_id, received_at desc);
create index document_by_authorization on document (mc, authorization_id, received_at desc) where authorization_id is not null;
create table document_content (
  mc text not null, document_id uuid not null, content bytea not null check (length(content) between 1 and 10485760),
  primary key (mc, document_id), foreign key (mc, document_id) references document);
alter table document_content alter column content set storage external; -- PDF and pictures are packed already

-- A letter asked of a prescriber: 1 draft, 2 queued, 3 sent, 4 delivered, 5 failed, 6 received, 7 reviewed, 8 expired, 9 cancelled.
create table lomn_request (
  mc text not null, id uuid not null, sub_carrier text not null, authorization_id uuid not null, stratus_claim_id uuid not null,
  reference_number text not null check (reference_number ~ '^LM[0-9]{10}$'),
  prescriber_npi text not null, prescriber_name text not null, template text not null check (template in ('general', 'opioid', 'compound')), questions text[] not null,
  channel text not null check (channel in ('EMAIL', 'FAX', 'PRINT')), recipients text[] not null, copies text[] not null default '{}',
  comments text not null default '' check (length(comments) <= 1000), cover_note text not null default '' check (length(cover_note) <= 500),
  status smallint not null check (status between 1 and 9),
  requested_at timestamptz not null, requested_by uuid, requested_by_name text not null, answer_by date not null,
  sent_at timestamptz, delivered_at timestamptz, opened_at timestamptz, received_at timestamptz, reviewed_at timestamptz, reviewed_by_name text, closed_at timestamptz,
  message_id uuid, attempts int not null default 0, last_error text,
  token_hash bytea check (length(token_hash) = 32), -- of the code the prescriber answers with; the code itself is in the message alone
  sent_document_id uuid, received_document_ids uuid[] not null default '{}', answers jsonb not null default '[]', answered_by text,
  -- What a letter speaks for, once a person has read it: drugs under this code, for so many days where its kind has its own time.
  gpi_prefix text not null, valid_days int check (valid_days > 0), supports boolean,
  closed_from smallint check (closed_from between 1 and 5), -- where a decision took it from; an undo puts it back there
  primary key (mc, id), unique (mc, reference_number),
  foreign key (mc, authorization_id) references rx_authorization, foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, sent_document_id) references document,
  check ((status in (6, 7)) = (received_at is not null)), check ((status = 7) = (reviewed_at is not null)));
-- One open request for an authorization and prescriber
create unique index lomn_request_open on lomn_request (mc, authorization_id, prescriber_npi) where status between 1 and 4;
create index lomn_request_by_authorization on lomn_request (mc, authorization_id, requested_at desc);
create index lomn_request_on_file on lomn_request (mc, stratus_claim_id) where status = 7 and supports;
create index lomn_request_by_token on lomn_request (token_hash) where token_hash is not null;

-- The pages that go with a message.
alter table outside_message add column document_id uuid, add foreign key (mc, document_id) references document;

-- Whatever ends a request ends the waiting for its letters; a decision taken back waits for them again.
create function follow_request_with_letters() returns trigger language plpgsql as $$
begin
  if old.status_id < 30 and new.status_id >= 30 then
    update lomn_request set closed_from = status, status = 9, closed_at = new.updated_at where mc = new.mc and authorization_id = new.id and status between 1 and 5;
    if new.status_id in (30, 40, 41) then -- who decided had the letter before them
      update lomn_request set status = 7, reviewed_at = new.updated_at, reviewed_by_name = new.completed_by_name, supports = new.status_id = 30
       where mc = new.mc and authorization_id = new.id and status = 6;
    end if;
  elsif old.status_id >= 30 and new.status_id < 30 then
    -- What had not been sent yet is sent after all.
    insert into outbox (mc, id, topic, payload, available_at, created_at)
    select mc, gen_random_uuid(), 'letter.message', jsonb_build_object('messageId', message_id, 'lomnId', id), new.updated_at, new.updated_at
      from lomn_request where mc = new.mc and authorization_id = new.id and status = 9 and closed_from = 2 and message_id is not null;
    update lomn_request set status = closed_from, closed_from = null, closed_at = null where mc = new.mc and authorization_id = new.id and status = 9 and closed_from is not null;
  end if;
  return null;
end $$;
create trigger rx_authorization_letters after update of status_id on rx_authorization for each row when (old.status_id is distinct from new.status_id) execute function follow_request_with_letters();

-- Somebody with the code of a letter is authenticated as its prescriber: for that letter's carrier, and nothing else.
create function enter_letter(p_token text, p_call text, p_request uuid, p_ip text, p_now timestamptz)
returns table (mc text, id uuid) language plpgsql security definer set search_path = public, pg_temp as $$
declare v record;
begin
  select l.mc, l.id into v from lomn_request l where l.token_hash = sha256(convert_to(p_token, 'UTF8'));
  if not found then return; end if;
  perform enter_service(v.mc, 'Prescriber', p_call, p_request, p_ip, p_now);
  perform set_config('app.letter', v.id::text, true);
  return query select v.mc::text, v.id::uuid;
end $$;
-- Whose a message is that a gateway speaks of.
create function mc_of_message(p_id uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select m.mc from outside_message m where m.id = p_id
$$;

do $$
declare t text; f text;
begin
  foreach t in array array['document', 'lomn_request'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
  alter table document_content enable row level security;
  alter table document_content force row level security;
  create policy carrier on document_content using (mc = app_mc()) with check (mc = app_mc());
  foreach f in array array['enter_letter(text,text,uuid,text,timestamptz)', 'mc_of_message(uuid)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to rxdocket_app', f);
  end loop;
end $$;
-- The two functions above look before any carrier is known, as the owner: ids of letters and messages, nothing else.
create policy answer on lomn_request for select to current_user using (true);
create policy gateway on outside_message for select to current_user using (true);

grant select on document, document_content, lomn_request to rxdocket_reader, rxdocket_app;
grant insert on document, document_content to rxdocket_app; -- a document is never rewritten
grant insert, update on lomn_request to rxdocket_app;
