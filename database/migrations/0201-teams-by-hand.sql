-- Account managers say who leads whom in the portal.
grant insert, delete on user_supervision to rxdocket_app;
