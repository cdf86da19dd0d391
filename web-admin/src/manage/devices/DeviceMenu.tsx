import type { Device } from '@kingcar/contract'
import { useMay } from '../api/rights.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

export type DeviceTask = { kind: 'edit' | 'test' | 'rotate' | 'remove'; device: Device }

export function DeviceMenu({ device, begin }: { device: Device; begin: (task: DeviceTask) => void }) {
  // Every task needs the same permission.
  if (!useMay()('updateDevice')) return null
  return (
    <Menu label={copy.actions.more(device.name)} face={<Dots />}>
      <MenuItem onClick={() => begin({ kind: 'edit', device })}>{text.edit}</MenuItem>
      <MenuItem onClick={() => begin({ kind: 'test', device })}>{text.test}</MenuItem>
      <MenuItem onClick={() => begin({ kind: 'rotate', device })}>{text.rotate}</MenuItem>
      <MenuItem danger onClick={() => begin({ kind: 'remove', device })}>
        {text.remove}
      </MenuItem>
    </Menu>
  )
}
