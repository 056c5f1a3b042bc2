import type { AnyCall } from '#platform/contract.ts'
import { account } from './account/contract.ts'
import { authorizations } from './authorizations/contract.ts'
import { clock } from './authorizations/clock/contract.ts'
import { decision } from './authorizations/decision/contract.ts'
import { history } from './authorizations/history/contract.ts'
import { owners } from './authorizations/owners/contract.ts'
import { worklist } from './authorizations/worklist/contract.ts'
import { bypasses } from './bypasses/contract.ts'
import { callbacks } from './callbacks/contract.ts'
import { clinical } from './clinical/contract.ts'
import { directory } from './directory/contract.ts'
import { eobr } from './eobr/contract.ts'
import { newAuthorization } from './new-authorization/contract.ts'
import { priorAuths } from './prior-auths/contract.ts'
import { settings } from './settings/contract.ts'
import { session } from './sign-in/contract.ts'
import { sso } from './sign-in/saml-contract.ts'
import { transactions } from './transactions/contract.ts'

/** Every call there is, one line a feature. */
export const everyCall: readonly AnyCall[] = [
  session,
  sso,
  settings,
  directory,
  worklist,
  authorizations,
  decision,
  clock,
  history,
  owners,
  newAuthorization,
  priorAuths,
  bypasses,
  clinical,
  eobr,
  account,
  transactions,
  callbacks,
].flatMap((calls) => Object.values<AnyCall>(calls))
