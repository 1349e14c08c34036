// What browsers say of passkeys that came to nothing.
import { t } from './t';

export function passkeyTrouble(e: unknown): string {
  return t(
    e instanceof DOMException && e.name === 'InvalidStateError' ? 'people.sign.hasOne' : 'people.sign.cancelled',
  );
}
