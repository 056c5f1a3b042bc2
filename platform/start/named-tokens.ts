import { EVERY_CARRIER, type ServiceTokens } from '../portal/service-tokens.ts'

/** What services prove themselves with in a demonstration; anybody may know them. */
export const demoTokens = {
  intake: ['demo-intake'],
  fax: ['demo-fax'],
  sms: ['demo-text-messages'],
  mail: ['demo-returned-mail'],
  feeds: { [EVERY_CARRIER]: ['demo-feed'] },
} satisfies ServiceTokens

/** The tokens of services, with the settings they came in. */
export const namedTokens = ({
  intake,
  fax,
  sms,
  mail,
  feeds,
}: ServiceTokens): [name: string, tokens: readonly string[]][] => [
  ['RXDOCKET_INTAKE_TOKEN', intake],
  ['RXDOCKET_FAX_TOKEN', fax],
  ['RXDOCKET_SMS_TOKEN', sms],
  ['RXDOCKET_MAIL_TOKEN', mail],
  ['RXDOCKET_FEED_TOKENS', Object.values(feeds).flat()],
]
