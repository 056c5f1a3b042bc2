-- A survey is sent, or sent again, about a contact that was noted without one: the note itself is not rewritten.
grant update (survey_id, survey_message_id, survey_token_hash, survey_expires_at) on claim_contact_note to rxdocket_app;
