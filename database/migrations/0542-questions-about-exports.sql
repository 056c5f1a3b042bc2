-- What account managers ask the user who took a file, and the answer. Neither is changed once it is written, and the entry of the file never is.
create table export_question (
  mc text not null references master_carrier, id uuid not null, export_id uuid not null, sub_carrier text, call text not null, about text,
  taken_at timestamptz not null, user_id uuid not null, asked_by uuid not null, asked_at timestamptz not null,
  question text not null check (length(question) between 1 and 1000), answer text check (length(answer) between 1 and 1000), answered_at timestamptz,
  primary key (mc, id), foreign key (mc, export_id) references export_record, check ((answer is null) = (answered_at is null)));
create unique index export_question_open on export_question (mc, export_id) where answer is null;
create index export_question_of_export on export_question (mc, export_id, asked_at);
create index export_question_of_user on export_question (mc, user_id, asked_at desc);
alter table export_question enable row level security;
alter table export_question force row level security;
create policy carrier on export_question
  using (mc = app_mc() and (user_id = app_user() or sub_carrier is null or app_sees(sub_carrier)))
  with check (mc = app_mc() and (user_id = app_user() or sub_carrier is null or app_sees(sub_carrier)));
grant select on export_question to rxdocket_reader, rxdocket_app;
grant insert, update (answer, answered_at) on export_question to rxdocket_app;
