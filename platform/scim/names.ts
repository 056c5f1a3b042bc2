/**
 * The names of attributes as the schemas write them. A directory may write them in any case, and with the schema before them (RFC 7643,
 * section 2.1; RFC 7644, section 3.10).
 */
const names = [
  'id',
  'userName',
  'externalId',
  'name',
  'givenName',
  'familyName',
  'displayName',
  'emails',
  'value',
  'type',
  'primary',
  'active',
  'groups',
  'display',
  'members',
]
const spellings = new Map(names.map((name) => [name.toLowerCase(), name]))
const spelledName = (name: string): string => spellings.get(name.toLowerCase()) ?? name

const schema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i
/** An attribute path without the schema before it. */
export const withoutSchema = (path: string): string => path.replace(schema, '')

/**
 * The libraries read filters and paths with patterns whose work grows with the square of a text and doubles with each line feed
 * in a quote: what is longer than any filter, or has one, does not reach them.
 */
const LONGEST = 400
export const isReadable = (text: string): boolean => text.length <= LONGEST && !/\p{Cc}/u.test(text)

const wordOrQuote = /"(?:[^"\\]|\\.)*"|[a-z]\w*/gi
/** A path of a PATCH, such as `emails[type eq "work"].value`, in the spelling of the schemas. */
export const spelledPath = (path: string): string =>
  isReadable(path)
    ? withoutSchema(path).replace(wordOrQuote, (word) => (word.startsWith('"') ? word : spelledName(word)))
    : path

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A resource or a part of one in the spelling of the schemas; what stands below the name of a core schema stands beside it. */
export function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const of = spelled(inner)
      return withoutSchema(name) === '' && isObject(of) ? Object.entries(of) : [[spelledPath(name), of]]
    }),
  )
}
