// What the browser build takes for zod (vite.config.ts, docs/decisions/0008): the builders our contracts use, checking the
// shape of what the server answers and nothing finer. Formats, lengths and ranges are the server's to check, with zod.
// What is not known here lets everything pass; platform/calls/zod-in-browser.test.ts holds both against every contract.

type Test = (value: unknown) => boolean
type Shape = Record<string, Schema>

class Schema {
  readonly accepts: Test
  /** Of an object: its fields, which tell how a call travels (platform/calls/wire.ts). */
  readonly shape: Shape
  constructor(accepts: Test, shape: Shape = {}) {
    this.accepts = accepts
    this.shape = shape
  }
  safeParse(value: unknown) {
    return this.accepts(value) ? { success: true, data: value } : { success: false, error: { issues: [] } }
  }
  or(also: Test) {
    return new Schema((value) => also(value) || this.accepts(value), this.shape)
  }
  optional() {
    return this.or((value) => value === undefined)
  }
  default() {
    return this.optional()
  }
  nullable() {
    return this.or((value) => value === null)
  }
  extend(more: Shape) {
    return object({ ...this.shape, ...more })
  }
  pick(of: Readonly<Record<string, true>>) {
    return object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => name in of)))
  }
  omit(of: Readonly<Record<string, true>>) {
    return object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => !(name in of))))
  }
  /** What a transform makes of a value, or a catch of a wrong one, only zod itself can compute. */
  transform() {
    return any
  }
  catch() {
    return any
  }
}
// All other methods (regex, min, int, trim, refine and their kind) only refine what is there.
Object.setPrototypeOf(
  Schema.prototype,
  new Proxy(Object.prototype, {
    get: (_target, name, schema: Schema) => (typeof name === 'string' && name !== 'then' ? () => schema : undefined),
  }),
)

const any = new Schema(() => true)
const typed = (type: string) => () => new Schema((value) => typeof value === type)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = (shape: Shape) =>
  new Schema((value) => isObject(value) && Object.keys(shape).every((name) => shape[name]!.accepts(value[name])), shape)
const exactly = (allowed: readonly unknown[]) => new Schema((value) => allowed.includes(value))

const builders: Record<string, unknown> = {
  string: typed('string'),
  uuid: typed('string'),
  iso: { date: typed('string'), datetime: typed('string') },
  number: typed('number'),
  int: () => new Schema(Number.isInteger),
  boolean: typed('boolean'),
  null: () => exactly([null]),
  literal: (value: unknown) => exactly([value].flat()),
  enum: (values: object) => exactly(Object.values(values)),
  array: (of: Schema) => new Schema((value) => Array.isArray(value) && value.every(of.accepts)),
  tuple: (of: readonly Schema[]) =>
    new Schema(
      (value) => Array.isArray(value) && value.length === of.length && of.every((part, at) => part.accepts(value[at])),
    ),
  record: (_key: Schema, of: Schema) =>
    new Schema((value) => isObject(value) && Object.values(value).every(of.accepts)),
  object,
  strictObject: object,
  union: (of: readonly Schema[]) => new Schema((value) => of.some((schema) => schema.accepts(value))),
}

/** Stands in for zod's `z`. */
export const z = new Proxy(builders, { get: (known, name: string) => known[name] ?? (() => any) })
