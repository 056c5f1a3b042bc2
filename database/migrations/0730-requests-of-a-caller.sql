-- A pharmacy on the phone names its prescription number or itself: requests are found by either, newest first.
create index rx_authorization_by_rx on rx_authorization (mc, rx_number, request_received_at desc);
create index rx_authorization_by_pharmacy on rx_authorization (mc, pharmacy_nabp, request_received_at desc);
