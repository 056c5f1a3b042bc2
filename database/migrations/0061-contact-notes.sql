-- Contact notes of a claim and the survey that follows a contact.

-- What is asked: the same for every carrier.
create table survey (id int primary key, name text not null, active boolean not null);
create table survey_question (
  survey_id int not null references survey, id int not null unique, position smallint not null check (position between 1 and 3),
  text text not null, type text not null check (type in ('RATING', 'YESNO', 'TEXT')), required boolean not null,
  primary key (survey_id, id), unique (survey_id, position));
insert into survey values (1, 'After a contact', true);
insert into survey_question values
  (1, 1, 1, 'How satisfied are you with the help you received?', 'RATING', true),
  (1, 2, 2, 'Was your question resolved?', 'YESNO', false),
  (1, 3, 3, 'What could we do better?', 'TEXT', false);

-- Somebody called, wrote or chatted about a claim. The survey goes where they can be reached.
create table claim_contact_note (
  mc text not null, id uuid not null, sub_carrier text not null, stratus_claim_id uuid not null,
  contact_type text not null check (contact_type in ('PHONE', 'CHAT', 'EMAIL')),
  caller_role text not null check (caller_role in ('WORKER', 'PHARMACY', 'PRESCRIBER', 'ADJUSTER', 'EMPLOYER', 'ATTORNEY', 'OTHER')),
  caller_name text not null check (length(caller_name) between 1 and 120), caller_email text check (length(caller_email) between 3 and 254),
  reason text not null check (reason in ('claim', 'auth', 'ptissue', 'portal', 'clinreq', 'billpay', 'gen')),
  text text not null check (length(text) between 1 and 4000),
  agent_id uuid, agent_name text not null, started_at timestamptz not null, ended_at timestamptz not null check (ended_at >= started_at), created_at timestamptz not null,
  survey_id int references survey, survey_message_id uuid, survey_token_hash bytea check (length(survey_token_hash) = 32), -- of the code in the mail; the code itself is in the message alone
  survey_expires_at timestamptz, survey_sent_at timestamptz, survey_completed_at timestamptz,
  primary key (mc, id), foreign key (mc, stratus_claim_id) references wc_claim, foreign key (mc, agent_id) references user_carrier (mc, user_id),
  foreign key (mc, survey_message_id) references outside_message,
  check ((survey_id is null) = (survey_expires_at is null)), check (survey_sent_at is null or survey_id is not null));
create index claim_contact_note_newest on claim_contact_note (mc, stratus_claim_id, started_at desc, id desc);
create index claim_contact_note_by_token on claim_contact_note (survey_token_hash) where survey_token_hash is not null;

-- One answer to a contact, never changed. A low rating opens a follow-up, which support closes.
create table survey_response (
  mc text not null, claim_contact_note_id uuid not null, sub_carrier text not null, survey_id int not null, survey_question_id int not null,
  name text not null, email text, r1 smallint not null check (r1 between 1 and 5), r2 boolean, r3 text check (length(r3) <= 1000),
  user_id uuid, -- who answered in the portal; null for somebody who came by the link
  created timestamptz not null, answered timestamptz not null,
  follow_up text not null check (follow_up in ('NONE', 'OPEN', 'DONE')), followed_up_at timestamptz, followed_up_by uuid, followed_up_by_name text, follow_up_note text check (length(follow_up_note) between 1 and 1000),
  primary key (mc, claim_contact_note_id), foreign key (mc, claim_contact_note_id) references claim_contact_note, foreign key (survey_id, survey_question_id) references survey_question,
  check ((follow_up = 'NONE') = (r1 > 2)), check ((follow_up = 'DONE') = (followed_up_at is not null and followed_up_by_name is not null and follow_up_note is not null)));
create index survey_response_follow_up on survey_response (mc, answered, claim_contact_note_id) where follow_up = 'OPEN';

-- Somebody with the link of a survey is authenticated as the one who called: for the carrier of that contact, and nothing else.
create function enter_survey(p_token text, p_call text, p_request uuid, p_ip text, p_now timestamptz)
returns table (mc text, id uuid) language plpgsql security definer set search_path = public, pg_temp as $$
declare v record;
begin
  select n.mc, n.id into v from claim_contact_note n where n.survey_token_hash = sha256(convert_to(p_token, 'UTF8'));
  if not found then return; end if;
  perform enter_service(v.mc, 'Caller', p_call, p_request, p_ip, p_now);
  perform set_config('app.contact', v.id::text, true);
  return query select v.mc::text, v.id::uuid;
end $$;
-- The function looks before any carrier is known, as the owner.
create policy survey on claim_contact_note for select to current_user using (true);

do $$
declare t text;
begin
  foreach t in array array['claim_contact_note', 'survey_response'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy carrier on %I using (mc = app_mc() and app_sees(sub_carrier)) with check (mc = app_mc() and app_sees(sub_carrier))', t);
  end loop;
end $$;
revoke all on function enter_survey(text, text, uuid, text, timestamptz) from public;
grant execute on function enter_survey(text, text, uuid, text, timestamptz) to rxdocket_app;

grant select on survey, survey_question, claim_contact_note, survey_response to rxdocket_reader, rxdocket_app;
grant insert on claim_contact_note, survey_response to rxdocket_app;
grant update (survey_sent_at, survey_completed_at) on claim_contact_note to rxdocket_app; -- what was said is not rewritten
grant update (follow_up, followed_up_at, followed_up_by, followed_up_by_name, follow_up_note) on survey_response to rxdocket_app;
