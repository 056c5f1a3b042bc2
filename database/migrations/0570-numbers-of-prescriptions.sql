-- Numbers of prescriptions as they are read since (features/claims/numbers.ts): capitals, without blanks and zeros at the beginning,
-- so that a prescription of before and its next bill are one.
update rx_authorization set rx_number = regexp_replace(upper(replace(rx_number, ' ', '')), '^0+(?=.)', '')
 where rx_number ~ '^0.|[ a-z]' and replace(rx_number, ' ', '') <> '';
update rx_transaction set rx_number = regexp_replace(upper(replace(rx_number, ' ', '')), '^0+(?=.)', '')
 where rx_number ~ '^0.|[ a-z]' and replace(rx_number, ' ', '') <> '';
update prior_auth set rx_number = regexp_replace(upper(replace(rx_number, ' ', '')), '^0+(?=.)', '')
 where rx_number ~ '^0.|[ a-z]' and replace(rx_number, ' ', '') <> '';
