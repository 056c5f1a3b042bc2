import { sql } from './sql.ts'

/**
 * For the rest of the transaction a statement keeps one plan for all its values (PostgreSQL, plan_cache_mode): for searches that
 * are planned longer than they run. A statement whose plan must fit its values is not sent after it.
 */
export const onePlan = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`
