import type { Device } from '@kingcar/contract'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { copy } from '../copy.ts'

/** What can be done with a device. */
export type DeviceTask = { kind: 'test' | 'rotate' | 'remove'; device: Device }

export function DeviceMenu({ device, begin }: { device: Device; begin: (task: DeviceTask) => void }) {
  return (
    <Menu label={copy.actions.more(device.name)} face={<Dots />}>
      <MenuItem onClick={() => begin({ kind: 'test', device })}>{copy.devices.test}</MenuItem>
      <MenuItem onClick={() => begin({ kind: 'rotate', device })}>{copy.devices.rotate}</MenuItem>
      <MenuItem danger onClick={() => begin({ kind: 'remove', device })}>
        {copy.devices.remove}
      </MenuItem>
    </Menu>
  )
}
