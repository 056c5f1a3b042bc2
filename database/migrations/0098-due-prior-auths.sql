-- The prior authorizations that begin or end now, by the name of their table.
alter function due_permissions(int, timestamptz) rename to due_prior_auths;
