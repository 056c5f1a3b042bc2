import { sql, type Sql } from '../../database/sql.ts'

// The minute a signed answer lies with us: stored by the call that received it, fetched once by the page that carries it
// to the hub, in the browser that brought it.

export type Relayed = { saml_response: string; relay_state: string; hub_url: string; unsolicited: boolean }

export type ToRelay = {
  id: string
  /** SHA-256 of the browser's cookie. */
  browser: Uint8Array
  samlResponse: string
  relayState: string
  /** Address that takes the answer. */
  hubUrl: string
  /** Nobody here asked for it: the carrier's provider came by itself. */
  unsolicited: boolean
  now: string
}

/** Puts an answer down for a minute. */
export const keepRelay = (of: ToRelay): Sql =>
  sql`select keep_sso_relay(${of.id}, ${of.browser}, ${of.samlResponse}, ${of.relayState}, ${of.hubUrl}, ${of.unsolicited}, ${of.now})`

/** Takes it up again: no row for another id, another browser, a second time or too late. */
export const takeRelay = (id: string, browser: Uint8Array, now: string): Sql<Relayed> =>
  sql<Relayed>`select saml_response, relay_state, hub_url, unsolicited from take_sso_relay(${id}, ${browser}, ${now})`
