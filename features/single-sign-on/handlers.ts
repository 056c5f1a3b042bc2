import { implement } from '#platform/calls/handler.ts'
import { takeRelay } from '#platform/identity/saml/relay.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sso } from './contract.ts'
import { mySession } from '#features/sign-in/sql.ts'

export const handlers = implement(sso)({
  fields: async ({ db, input, browserHash, sessionHash, now, portal }) => {
    if (!browserHash) return notFound()
    const [relayed, session] = await Promise.all([
      db.one(takeRelay(input.id, browserHash, now.toISOString())),
      sessionHash ? db.one(mySession(sessionHash)) : undefined,
    ])
    // The return address must be on the allowlist, wherever it came from.
    if (!relayed || !portal.identity?.hubs?.includes(relayed.hub_url)) return notFound()
    return {
      oktaSaml: relayed.saml_response,
      oktaRelayState: relayed.relay_state,
      oktaUrl: relayed.hub_url,
      // A sign-in that did not start here may be an attempt to sign the user in as another one.
      confirm: relayed.unsolicited && session !== undefined,
    }
  },
})
