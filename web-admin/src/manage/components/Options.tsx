/** Values and what is shown for them, in their order. */
export type Choices = readonly (readonly [value: string, label: string])[]

type OptionsProps = { choices: Choices | undefined; none?: string | undefined }

/** The options of a `select`; `none` is the label of the empty one. */
export const Options = ({ choices, none }: OptionsProps) => (
  <>
    {none !== undefined && <option value="">{none}</option>}
    {choices?.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
)
