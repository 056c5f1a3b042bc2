-- Letters that go on paper, the notice a state asks for that a message gives (its citations), and the texts a number got on
-- a day (at most three).
alter table outside_message add column serves text[], drop constraint outside_message_channel_check, add constraint outside_message_channel_check check (channel in ('MAIL', 'FAX', 'SMS', 'POST'));
create index outside_message_texts on outside_message (mc, address, sent_at) where channel = 'SMS' and status = 'SENT';
