import { scimPatch, ScimError as PatchError, type ScimPatchOperation } from 'scim-patch'
import type { Kind, Resource } from './directory.ts'
import { isReadable, spelled, spelledPath, withoutSchema } from './names.ts'

/** A refusal in the form of RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const mediaType = 'application/scim+json; charset=utf-8'
const core = 'urn:ietf:params:scim:schemas:core:2.0'
const message = 'urn:ietf:params:scim:api:messages:2.0'
export const schemaOf: Readonly<Record<Kind, string>> = { Users: `${core}:User`, Groups: `${core}:Group` }
export const MOST_FOUND = 200

export const errorBody = ({ status, message: detail, scimType }: ScimError) => ({
  schemas: [`${message}:Error`],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})

export const etagOf = ({ version }: Pick<Resource, 'version'>): string => `W/"${version}"`
export const locationOf = (origin: string, kind: Kind, id: string): string => `${origin}/scim/v2/${kind}/${id}`

type Projection = { attributes?: string | undefined; excludedAttributes?: string | undefined }
const named = (list: string): string[] => list.split(',').map((name) => withoutSchema(name.trim()).toLowerCase())
/** A value with those of its parts that are wanted. */
function partsOf(value: unknown, wanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, wanted))
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([part]) => wanted(part))) : value
}
/** An attribute as it was asked for, whole or some of its parts; undefined where it was not. */
function projected(name: string, value: unknown, { attributes, excludedAttributes }: Projection): unknown {
  const own = name.toLowerCase()
  const paths = named(attributes ?? excludedAttributes ?? '')
  const has = (part: string): boolean => paths.includes(`${own}.${part.toLowerCase()}`)
  if (attributes === undefined) return paths.includes(own) ? undefined : partsOf(value, (part) => !has(part))
  if (paths.includes(own)) return value
  return paths.some((path) => path.startsWith(`${own}.`)) ? partsOf(value, has) : undefined
}
/** A resource as it is answered, with the attributes that were asked for (RFC 7644, section 3.9). */
export function shown(origin: string, kind: Kind, of: Resource, query: Projection = {}) {
  const meta = {
    resourceType: kind.slice(0, -1),
    created: of.created,
    lastModified: of.lastModified,
    location: locationOf(origin, kind, of.id),
    version: etagOf(of),
  }
  return {
    schemas: [schemaOf[kind]],
    id: of.id,
    ...Object.fromEntries(
      Object.entries({ ...of.attributes, meta })
        .map(([name, value]) => [name, projected(name, value, query)] as const)
        .filter(([, value]) => value != null),
    ),
  }
}

export const listOf = (resources: readonly unknown[], totalResults = resources.length, startIndex = 1) => ({
  schemas: [`${message}:ListResponse`],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Where a page begins, counted from 0, and how many it has at most (RFC 7644, section 3.4.2.4). */
export function pageOf({ startIndex, count }: { startIndex?: string | undefined; count?: string | undefined }) {
  const whole = (text: string | undefined, otherwise: number): number => {
    if (text === undefined) return otherwise
    if (!/^-?\d{1,9}$/.test(text))
      throw new ScimError(400, 'Enter startIndex and count as whole numbers.', 'invalidValue')
    return Number(text)
  }
  return {
    offset: Math.max(1, whole(startIndex, 1)) - 1,
    count: Math.min(MOST_FOUND, Math.max(0, whole(count, 100))),
  }
}

const MOST_OPERATIONS = 1000
/** Values in all operations together: each one added is compared with all that are there. */
const MOST_VALUES = 2000
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
// scim-patch follows these into the prototypes of objects.
const isUnsafe = (path: string): boolean => !isReadable(path) || /__proto__|\bconstructor\b|\bprototype\b/.test(path)
/** How many values stand in lists. */
const valuesIn = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce<number>((sum, one) => sum + 1 + valuesIn(one), 0)
    : isObject(value)
      ? Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 0)
      : 0
const unsafeKeyIn = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(unsafeKeyIn)
    : isObject(value) && Object.entries(value).some(([key, inner]) => isUnsafe(key) || unsafeKeyIn(inner))

/** Entra ID removes members by a list of values; as filters, which do not ask for the same `display`. */
function removals(path: string, value: readonly unknown[], attributes: Record<string, unknown>): ScimPatchOperation[] {
  const there = attributes[path]
  return value.flatMap((one): ScimPatchOperation[] => {
    const id = isObject(one) ? one['value'] : one
    if (typeof id !== 'string' || !/^[\w.@+-]{1,254}$/.test(id))
      throw new ScimError(400, 'Enter each value to remove.', 'invalidValue')
    const known = Array.isArray(there) && there.some((other) => isObject(other) && other['value'] === id)
    return known ? [{ op: 'remove', path: `${path}[value eq "${id}"]` }] : []
  })
}

const wrongPath = () => new ScimError(400, 'This path cannot be changed.', 'invalidPath')

/** What a PATCH makes of these attributes (RFC 7644, section 3.5.2); attributes that are not kept are left out. */
export function patched(
  attributes: Record<string, unknown>,
  body: unknown,
  kept: readonly string[],
): Record<string, unknown> {
  const operations = isObject(body) ? (body['Operations'] ?? body['operations']) : undefined
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw new ScimError(400, `Enter 1 to ${MOST_OPERATIONS} Operations.`, 'invalidSyntax')
  if (valuesIn(operations) - operations.length > MOST_VALUES)
    throw new ScimError(400, `Enter at most ${MOST_VALUES} values.`, 'invalidValue')
  const names = new Set(kept.map((name) => name.toLowerCase()))
  const isKept = (path: string): boolean => names.has(/^[^.[\s]*/.exec(path)![0].toLowerCase())
  const done: ScimPatchOperation[] = []
  for (const one of operations) {
    if (!isObject(one) || typeof one['op'] !== 'string')
      throw new ScimError(400, 'Give each operation an op: add, replace or remove.', 'invalidSyntax')
    if (
      (one['path'] !== undefined && typeof one['path'] !== 'string') ||
      isUnsafe(one['path'] ?? '') ||
      unsafeKeyIn(one['value'])
    )
      throw wrongPath()
    const op = one['op'].toLowerCase()
    const path = one['path'] === undefined ? undefined : spelledPath(one['path'])
    const value = spelled(one['value'])
    if (path !== undefined) {
      if (!isKept(path)) continue
      if (op === 'remove' && Array.isArray(value)) done.push(...removals(path, value, attributes))
      else done.push({ op, path, value } as ScimPatchOperation)
    } else if (isObject(value)) {
      const rest = Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name)))
      if (Object.keys(rest).length > 0) done.push({ op, value: rest } as ScimPatchOperation)
    } else throw new ScimError(400, 'Enter a path, or an object of attributes as value.', 'noTarget')
  }
  try {
    const before = { schemas: [], meta: {}, ...structuredClone(attributes) } as never
    const {
      schemas: _schemas,
      meta: _meta,
      ...after
    } = scimPatch(before, done, {
      mutateDocument: false,
      treatMissingAsAdd: true,
    }) as Record<string, unknown>
    return after
  } catch (error) {
    if (error instanceof PatchError) throw new ScimError(400, error.message, error.scimCode ?? 'invalidSyntax')
    // The library goes on into a text, or into nothing, where a path leads there.
    if (error instanceof TypeError) throw wrongPath()
    throw error
  }
}
