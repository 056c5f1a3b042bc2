// What the browser build takes for zod (vite.config.ts, docs/decisions/0008): the builders our contracts use, checking the
// shape of what the server answers and nothing finer. Formats, lengths and ranges are the server's to check, with zod.
// What is not known here lets everything pass; platform/zod-in-browser.test.ts holds both against every contract.

type Test = (value: unknown) => boolean
type Shape = Record<string, Schema>

class Schema {
  readonly accepts: Test
  /** Of an object: its fields, which tell how a call travels (platform/wire.ts). */
  readonly shape: Shape
  constructor(accepts: Test, shape: Shape = {}) {
    this.accepts = accepts
    this.shape = shape
  }
  safeParse(value: unknown) {
    return this.accepts(value) ? { success: true as const, data: value } : { success: false as const, error: { issues: [] } }
  }
  optional = () => either(this, (value) => value === undefined)
  default = this.optional
  catch = () => any
  nullable = () => either(this, (value) => value === null)
  nullish = () => either(this, (value) => value == null)
  array = () => array(this)
  extend = (more: Shape) => object({ ...this.shape, ...more })
  pick = (names: object) => object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => name in names)))
  omit = (names: object) => object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => !(name in names))))
  partial = () => object(Object.fromEntries(Object.entries(this.shape).map(([name, schema]) => [name, schema.optional()])))
  // What a transform makes of a value is known only to whoever does it.
  transform = () => any
  pipe = () => any
}

// Refinements of what is there: regex, min, max, int, trim, refine and their kind.
const same = function (this: Schema) {
  return this
}
const refinements = 'regex min max length int positive nonnegative negative gt gte lt lte multipleOf nonempty trim toLowerCase toUpperCase startsWith endsWith includes email url uuid datetime date refine superRefine check describe meta brand readonly strict loose finite'
for (const name of refinements.split(' ')) Object.defineProperty(Schema.prototype, name, { value: same })

const either = (schema: Schema, also: Test): Schema => new Schema((value) => also(value) || schema.accepts(value), schema.shape)
const any = new Schema(() => true)
const typed = (type: string) => () => new Schema((value) => typeof value === type)
const text = typed('string')
const number = () => new Schema((value) => typeof value === 'number' && Number.isFinite(value))
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const array = (of: Schema) => new Schema((value) => Array.isArray(value) && value.every(of.accepts))
const object = (shape: Shape) => new Schema((value) => isObject(value) && Object.entries(shape).every(([name, schema]) => schema.accepts(value[name])), shape)
const exactly = (allowed: readonly unknown[]) => new Schema((value) => allowed.includes(value))
const union = (of: readonly Schema[]) => new Schema((value) => of.some((schema) => schema.accepts(value)))
const whatever = () => any

/** Stands in for zod's `z`. */
export const z = {
  string: text,
  uuid: text,
  email: text,
  iso: { date: text, datetime: text, time: text },
  number,
  int: () => new Schema(Number.isInteger),
  boolean: typed('boolean'),
  null: () => exactly([null]),
  undefined: () => exactly([undefined]),
  literal: (value: unknown) => exactly(Array.isArray(value) ? value : [value]),
  enum: (values: readonly unknown[] | object) => exactly(Object.values(values)),
  array,
  tuple: (of: readonly Schema[]) => new Schema((value) => Array.isArray(value) && of.every((schema, at) => schema.accepts(value[at]))),
  record: (_key: Schema, of: Schema) => new Schema((value) => isObject(value) && Object.values(value).every(of.accepts)),
  object,
  strictObject: object,
  looseObject: object,
  union,
  discriminatedUnion: (_on: string, of: readonly Schema[]) => union(of),
  intersection: (one: Schema, other: Schema) => new Schema((value) => one.accepts(value) && other.accepts(value)),
  unknown: whatever,
  any: whatever,
  custom: whatever,
  lazy: (make: () => Schema) => new Schema((value) => make().accepts(value)),
}
