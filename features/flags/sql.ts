import { sql, type Sql } from '#platform/database/sql.ts'

/** The hash of the caller's mail address (SHA-256 of it in lower case). */
export const emailHash = (): Sql<{ hash: string }> => sql<{ hash: string }>`
  select encode(sha256(convert_to(lower(u.email), 'UTF8')), 'hex') as hash from app_user u where u.id = app_user()`
