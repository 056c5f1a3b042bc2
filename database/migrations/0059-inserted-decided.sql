-- What 0051 asks of a request that becomes decided is asked of one that is decided when it is written: approved by a rule, let
-- through, or granted without a request.
create constraint trigger decided_at_once after insert on rx_authorization deferrable initially deferred for each row
  when (new.status_id >= 30) execute function check_decided();
