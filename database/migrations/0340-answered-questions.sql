-- When a pharmacist answered the last question about a request; it ends when the request is asked about again.
alter table rx_authorization add column pharmacist_answered_at timestamptz;

-- What the pharmacists of a carrier answered since an instant, and what one of them took: few of many.
create index rx_authorization_answered on rx_authorization (mc, pharmacist_answered_at, id) include (sub_carrier)
  where pharmacist_answered_at is not null;
create index rx_authorization_taken on rx_authorization (mc, taken_by) include (sub_carrier) where status_id = 22 and taken_by is not null;
-- Calls to prescribers, of which a list reads the last of each request.
create index authorization_event_prescriber_called on authorization_event (mc, authorization_id, id) where event_code = 303;

-- Answers of the last days, as far as advice says so; older ones are in no list of today.
update rx_authorization a set pharmacist_answered_at = r.at
  from (select mc, authorization_id, max(at) as at from rph_recommendation
         where at > now() - interval '2 days' group by mc, authorization_id) r
 where r.mc = a.mc and r.authorization_id = a.id and a.status_id <> 22;
