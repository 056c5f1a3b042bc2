insert into feature_flag (key, enabled, description) values ('activeAdjusters', true, 'List of the users who may own requests now')
on conflict (key) do nothing;
