// The signs of the four roles.
import { dot, type Glyph } from '../../boards/glyphs';
import type { Role } from './model';

export const roleGlyph: Record<Role, Glyph> = {
  W: {
    fill: 'M12 1.6C7 1.6 4.4 4.8 4.4 9.4v6L7.4 19.4 10 22.4h4l2.6-3 3-4v-6C19.6 4.8 17 1.6 12 1.6ZM6.9 10.2h4.1v2.5H6.9ZM17.1 10.2H13v2.5h4.1ZM11 15h2v4.6h-2Z',
  },
  B: { fill: 'M12 .8l2.3 3.4v9.9H9.7V4.2ZM6.3 14.5h11.4v2.7H6.3ZM10.8 17.6h2.4v2.2h-2.4Z' + dot(12, 21.5, 1.8) },
  C: {
    fill: 'M2.6 15.3h18.8v2.5H2.6Z' + dot(6.9, 20, 2.6) + dot(17.1, 20, 2.6) + dot(18.7, 4.6, 3.5),
    line: 'M6.2 15.4 17.2 5.8M11.6 10.8l3 4.6',
    width: 2.5,
  },
  S: {
    fill: 'M12 1.6l8.2 2.5v7.3c0 5.4-3.4 8.9-8.2 11-4.8-2.1-8.2-5.6-8.2-11V4.1ZM12 4.5v7.3h5.9V6.2ZM12 11.8H6.2c.3 3.5 2.3 5.9 5.8 7.7Z',
  },
};
