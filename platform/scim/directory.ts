import type { Db } from '../database/pools.ts'
import type { Sql } from '../database/sql.ts'
import type { AuditNote } from '../database/unit-of-work.ts'
import type { Filter } from './filter.ts'

/** The two kinds of resource, as addresses name them (RFC 7644, section 3.2). */
export const kinds = ['Users', 'Groups'] as const
export type Kind = (typeof kinds)[number]

/** A resource as a directory reads it, without `schemas` and `meta`. */
export type Resource = {
  id: string
  version: number
  created: string
  lastModified: string
  attributes: Record<string, unknown>
}
/** Whose token it is: what `enter` answers. */
export type TokenOwner = { mc: string; token_id: string; token_name: string; made_by: string }

export type DirectoryContext = {
  db: Db
  owner: TokenOwner
  now: Date
  newId: () => string
  write: (statement: Sql) => void
  note: (note: AuditNote) => void
  /** The address people open the portal at. */
  origin: string
}

/** What may be done with the resources of a kind; `attributes` is a whole resource, parsed and not yet believed. */
export type Part = {
  /** The attributes that are kept; others a directory sends are left out. */
  attributes: readonly string[]
  list(
    context: DirectoryContext,
    of: { filter: Filter | undefined; offset: number; count: number },
  ): Promise<{ total: number; found: Resource[] }>
  one(context: DirectoryContext, id: string): Promise<Resource | undefined>
  create(context: DirectoryContext, attributes: unknown): Promise<Resource>
  replace(context: DirectoryContext, before: Resource, attributes: unknown): Promise<Resource>
  remove(context: DirectoryContext, before: Resource): Promise<void>
}

/** What the portal does for the directory of a carrier. */
export type Directory = Record<Kind, Part> & {
  enter(of: { hash: Uint8Array; call: string; request: string; ip: string; now: string | null }): Sql<TokenOwner>
  /** Writes of a carrier's directory come one after the other. */
  lock(): Sql
  /** Whether a token is in force: asked once more after the lock, so that no write follows the end of its token. */
  inForce(tokenId: string): Sql<{ there: boolean }>
}
