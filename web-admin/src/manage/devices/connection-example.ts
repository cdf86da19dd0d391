/** A shell command that sends one read as this device. */
export function connectionExample(host: string, device: { id: string; storeId: string; secret: string }): string {
  const read = [
    '\\"readId\\":\\"$(cat /proc/sys/kernel/random/uuid)\\"',
    '\\"carNumber\\":\\"12가3456\\"',
    '\\"confidence\\":0.97',
    '\\"recognizedAt\\":\\"$(date -u +%FT%T.000Z)\\"',
  ].join(',')
  return [
    `mosquitto_pub -V mqttv311 -h ${host} -p 1883 -q 1`,
    `  -i '${device.id}' -u '${device.id}' -P '${device.secret}'`,
    `  -t 'recognition/read/${device.storeId}/${device.id}'`,
    `  -m "{${read}}"`,
  ].join(' \\\n')
}
