-- What a prior authorization cleared, finding by finding, with its measure (docs/decisions/0071-findings-are-cleared.md):
-- [{"rejectCode": "922", "rule": "R33", "measure": {"amounts": [{"of": "MME", "value": 120}]}}]. Empty on blocks, and on
-- what was granted before: such a one clears its ordinary codes as before and no safety code.
alter table prior_auth add column findings jsonb check (jsonb_typeof(findings) = 'array');
