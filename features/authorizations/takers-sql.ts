import { integers, sql, type Sql } from '#platform/database/sql.ts'
import { openStatuses } from './statuses.ts'

/** Roles that take what others hand over. */
const TAKING = sql`'{clinical_pharmacist,override_all_edit_clinical,ur_reviewer,ur_nurse,supervisor,account_admin}'::text[]`

/**
 * Whether anybody could take an open request `a` that was handed over: active members who may write and see its sub-carrier, those away
 * too; a reviewer with a license for its state, a senior with any; as supervisor somebody else than the reader.
 */
export const takersOf: Sql = sql`case when a.status_id in (${integers(openStatuses)}) then (
    select jsonb_build_object(
        'pharmacist', coalesce(bool_or(k.roles && '{clinical_pharmacist,override_all_edit_clinical}'), false),
        'senior', coalesce(bool_or('override_all_edit_clinical' = any(k.roles) and cardinality(k.license_states) > 0), false),
        'reviewer', coalesce(bool_or(k.roles && '{ur_reviewer,ur_nurse}' and a.juris_state = any(k.license_states)), false),
        'supervisor', coalesce(bool_or(k.roles && '{supervisor,account_admin}' and k.user_id <> app_user()), false))
      from user_carrier k join app_user u on u.id = k.user_id and u.status = 'ACTIVE'
     where k.mc = a.mc and k.active and k.roles && ${TAKING} and not k.roles && '{read_only,prog_special}'
       and (k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))) end`
