import { carrierOfMessage } from '#features/delivery/sql.ts'
import { carrierNamed } from '#features/eligibility-feed/sql.ts'
import { carrierOfNumber } from '#features/text-messages/sql.ts'
import type { ServiceKind } from '#platform/portal/portal.ts'
import { carrierOfGroup } from './sql.ts'

type Routing = { bin?: string; pcn?: string; insurance?: { groupCode?: string } }

/** The services that call with a token, whose token that is, by the kind their contracts name, and how each says whose carrier it is about. */
export const services = {
  pharmacy: {
    token: 'intake',
    actor: 'Pharmacy',
    carrier: (input) => {
      const { bin, pcn, insurance } = input as Routing
      return carrierOfGroup(bin ?? '', pcn ?? '', insurance?.groupCode ?? '')
    },
  },
  // A gateway says what became of a fax, a text message or a mail it was given.
  fax: { token: 'fax', actor: 'Gateway', carrier: (input, field) => carrierOfMessage(input[field!]) },
  text: { token: 'sms', actor: 'Gateway', carrier: (input, field) => carrierOfMessage(input[field!]) },
  mail: { token: 'mail', actor: 'Mail system', carrier: (input, field) => carrierOfMessage(input[field!]) },
  // A gateway hands over what somebody texted: the carrier of that number answers it.
  number: { token: 'sms', actor: 'Gateway', carrier: (input, field) => carrierOfNumber(input[field!]) },
  // A carrier sends its files, with a token of its own.
  carrier: { token: 'feed', actor: 'Carrier feed', carrier: (input, field) => carrierNamed(input[field!]) },
} satisfies Record<string, ServiceKind>
