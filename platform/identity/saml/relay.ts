import { sql, type Sql } from '../../database/sql.ts'

// A signed answer is stored for a minute: by the call that received it, to be fetched once by the post page that sends it
// to the hub, in the same browser.

export type Relayed = { saml_response: string; relay_state: string; hub_url: string; unsolicited: boolean }

export type ToRelay = {
  id: string
  /** SHA-256 of the browser's cookie. */
  browser: Uint8Array
  samlResponse: string
  relayState: string
  /** Address that takes the answer. */
  hubUrl: string
  /** The carrier's provider sent it without a request of the portal. */
  unsolicited: boolean
  now: string
}

/** Stores an answer for a minute. */
export const keepRelay = (of: ToRelay): Sql =>
  sql`select keep_sso_relay(${of.id}, ${of.browser}, ${of.samlResponse}, ${of.relayState}, ${of.hubUrl}, ${of.unsolicited}, ${of.now})`

/** Takes the stored answer: no row for another id, another browser, a second time or after the minute. */
export const takeRelay = (id: string, browser: Uint8Array, now: string): Sql<Relayed> =>
  sql<Relayed>`select saml_response, relay_state, hub_url, unsolicited from take_sso_relay(${id}, ${browser}, ${now})`
