import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { savedViews, type SavedView } from './contract.ts'
import { longestName } from './rules.ts'
import css from './views.module.css'

type ManageViewsProps = { views: readonly SavedView[]; viewOnly: boolean; onClose: () => void }

/** Own views to rename, share and delete; of all, the one the list opens with. */
export function ManageViews({ views, viewOnly, onClose }: ManageViewsProps) {
  const remove = useAct(savedViews.remove)
  const save = useAct(savedViews.save)
  // Kept here: the row is gone before the answer is shown.
  const drop = ({ viewId, name, address, columns, shared }: SavedView) =>
    remove.mutate(
      { viewId },
      {
        onSuccess: () =>
          toast({
            words: `View “${name}” deleted.`,
            onUndo: () => save.mutate({ name, address, columns, shared }),
          }),
      },
    )
  return (
    <Dialog
      title="Saved views"
      onClose={onClose}
      footer={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      {remove.error && <FailedNote failure={remove.error} what="The view was not deleted." />}
      {views.length === 0 ? (
        <p className={css.intro}>No saved views yet. Set the filters you want, then choose “Save this view”.</p>
      ) : (
        <div className={css.rows}>
          {views.map((view) => (
            <ViewRow key={view.viewId} view={view} viewOnly={viewOnly} onDelete={() => drop(view)} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

function ViewRow({ view, viewOnly, onDelete }: { view: SavedView; viewOnly: boolean; onDelete: () => void }) {
  const { viewId, mine, shared, isDefault } = view
  const [name, setName] = useState(view.name)
  const change = useAct(savedViews.change)
  const openWith = useAct(savedViews.openWith)
  // What was chosen shows at once, until the views are read again.
  const [chosen, setChosen] = useState<{ on: boolean; before: boolean }>()
  const failure = change.error ?? openWith.error
  const rename = () =>
    change.mutate({ viewId, name }, { onSuccess: () => toast({ words: `View renamed to “${name.trim()}”.` }) })
  return (
    <section className={css.row} aria-label={view.name}>
      {mine && !viewOnly ? (
        <>
          <TextField label={`Name of ${view.name}`} quiet value={name} onChange={setName} maxLength={longestName} />
          <Button disabled={name.trim() === '' || name.trim() === view.name} busy={change.isPending} onClick={rename}>
            Rename
          </Button>
          <Button tone="danger" onClick={onDelete} aria-label={`Delete ${view.name}`}>
            Delete
          </Button>
        </>
      ) : (
        <b>{view.name}</b>
      )}
      {!viewOnly && (
        <span className={css.choices}>
          {mine && (
            <CheckBox
              label="Shared with my team"
              checked={change.isPending ? (change.variables.shared ?? shared) : shared}
              onChange={(on) => change.mutate({ viewId, shared: on })}
            />
          )}
          <CheckBox
            label="Opens first"
            checked={chosen?.before === isDefault ? chosen.on : isDefault}
            onChange={(on) => {
              setChosen({ on, before: isDefault })
              openWith.mutate({ viewId: on ? viewId : null }, { onError: () => setChosen(undefined) })
            }}
          />
        </span>
      )}
      {!mine && <span className={css.by}>Shared by {view.madeBy}</span>}
      {failure && <FailedNote failure={failure} what="The view was not changed." />}
    </section>
  )
}
