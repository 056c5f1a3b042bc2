import { MOST_FOUND, schemaOf } from './protocol.ts'

// What a directory reads first: what is supported, and which attributes there are (RFC 7643, sections 5 to 7).

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const value = attribute('value')

export const serviceProviderConfig = (origin: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_FOUND },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an account manager of the carrier makes under Administration.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
})

export const resourceTypes = (origin: string) =>
  (['Users', 'Groups'] as const).map((kind) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: kind.slice(0, -1),
    name: kind.slice(0, -1),
    endpoint: `/${kind}`,
    schema: schemaOf[kind],
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${kind.slice(0, -1)}` },
  }))

export const schemas = (origin: string) =>
  [
    {
      id: schemaOf.Users,
      name: 'User',
      description: 'A user of the carrier',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('name', { type: 'complex', subAttributes: [attribute('givenName'), attribute('familyName')] }),
        attribute('displayName'),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          subAttributes: [value, attribute('type'), attribute('primary', { type: 'boolean' })],
        }),
        attribute('active', { type: 'boolean' }),
        attribute('groups', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: [value, attribute('display')],
        }),
      ],
    },
    {
      id: schemaOf.Groups,
      name: 'Group',
      description: 'A group of users; one that has the name of a role gives it',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: [value, attribute('display', { mutability: 'readOnly' })],
        }),
      ],
    },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...one,
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${one.id}` },
  }))
