import { SearchDialog } from '../search/SearchDialog.tsx'
import { useCommands } from './use-commands.ts'

/** The search with what can be done. */
export const Palette = ({ onClose }: { onClose: () => void }) => <SearchDialog can={useCommands()} onClose={onClose} />
