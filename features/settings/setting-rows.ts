import { z } from 'zod'

/**
 * A setting of a carrier or of one sub-carrier: a row of a table from which its type, its default, the check of a value and
 * docs/guide/carrier-settings.md derive. Each feature that reads settings keeps its own rows; `carrier-settings` has all.
 */
export type Setting<Value = unknown, Default = unknown> = {
  /** The values it takes. */
  shape: z.ZodType<Value>
  /** The values in words, with their unit. */
  takes: string
  default: Default
  /** What it does. */
  means: string
}
type Rows = Readonly<Record<string, Setting>>
type Unchangeable<Value> = Value extends readonly (infer One)[] ? readonly One[] : Value
/** The settings of a table with their values; null where the default says that there is none. */
export type ValuesOf<Table extends Rows> = {
  [Key in keyof Table]: Table[Key] extends Setting<infer Value, infer Default>
    ? Unchangeable<Value> | Extract<Default, null>
    : never
}

export const setting = <Value, Default extends Unchangeable<Value> | null>(
  shape: z.ZodType<Value>,
  takes: string,
  otherwise: Default,
  means: string,
): Setting<Value, Default> => ({ shape, takes, default: otherwise, means })

export const whole = (least: number, most: number) => z.int().min(least).max(most)
export const amount = z.number().positive().max(250_000)

export const onOff = (otherwise: boolean, means: string) => setting(z.boolean(), 'true or false', otherwise, means)
export const days = <Default extends number | null>(otherwise: Default, means: string, most = 365) =>
  setting<number, Default>(whole(1, most), `a whole number of days, 1 to ${most}`, otherwise, means)
export const dollars = <Default extends number | null>(otherwise: Default, means: string) =>
  setting<number, Default>(amount, 'dollars above 0, at most 250,000', otherwise, means)
export const list = <One>(shape: z.ZodType<One>, takes: string, otherwise: readonly One[], means: string) =>
  setting<One[], readonly One[]>(z.array(shape).max(500), `a list of ${takes}`, otherwise, means)

/** What counts where nothing is set. */
export const defaultsOf = <Table extends Rows>(table: Table): ValuesOf<Table> =>
  Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row.default])) as ValuesOf<Table>
