-- Whether the schema is the one this code was written for is asked by the portal's own role (GET /readyz).
grant select on migration to rxdocket_app;
