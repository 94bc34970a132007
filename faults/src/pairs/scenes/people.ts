/** Scenes in which a user acts while another user revokes or changes its access. */
import { makeCaller } from '../../attacks/world.ts';
import { PASSWORD } from '../../node.ts';
import { act, moveOf, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const [product, warehouse, supplier] = [await maker.product(), await maker.warehouse(), await maker.supplier()];
  const user = await makeCaller(maker.databaseUrl, 'orders');
  const admin = await makeCaller(maker.databaseUrl, 'admin');
  maker.cell.users.push(user.id, admin.id);
  return maker.done({
    product,
    warehouse,
    supplier,
    user: user.id,
    admin: admin.id,
    token: user.token,
    bossToken: admin.token,
  });
}

function user(at: Cell['at']) {
  return `/users/${at.user}`;
}
function admin(at: Cell['at']) {
  return `/users/${at.admin}`;
}
const token = { token: (at: Cell['at']) => at.token as string };
const bossToken = { token: (at: Cell['at']) => at.bossToken as string };

export const people: Scene = {
  name: 'people',
  isBuiltAnew: true,
  build,
  acts: [
    act(
      'the user loads',
      'orders',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('C', at.product, at.warehouse, 1.125),
      token,
    ),
    act(
      'the user orders',
      'orders',
      'POST',
      () => '/purchase-orders',
      (at) => ({
        supplier_id: at.supplier,
        order_date: '2026-03-01',
        requested_arrival_date: '2026-03-20',
        items: [{ product_id: at.product, quantity: 2, unit_price: 1.5 }],
      }),
      token,
    ),
    act(
      'the user renames a product',
      'orders',
      'PUT',
      (at) => `/products/${at.product}`,
      () => ({ description: 'Carta bianca' }),
      token,
    ),
    act('the user signs out', 'orders', 'POST', () => '/auth/logout', undefined, token),
    act(
      'the user changes its password',
      'orders',
      'PUT',
      () => '/auth/password',
      () => ({ current_password: PASSWORD, new_password: 'prova-di-Guasto-2' }),
      token,
    ),
    act(
      'the boss loads',
      'admin',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('C', at.product, at.warehouse, 2.25),
      bossToken,
    ),
    act('the admin renames itself', 'admin', 'PUT', admin, () => ({ name: 'Capo' }), bossToken),
    act('the admin deletes itself', 'admin', 'DELETE', admin, undefined, bossToken),
    act('the boss deactivates the user', 'admin', 'PUT', user, () => ({ is_active: false }), bossToken),
    act('deactivate the user', 'direction', 'PUT', user, () => ({ is_active: false })),
    act('deactivate and activate', 'admin', 'PUT', user, () => ({ is_active: true, role: 'sales' }), {
      version: () => 1,
    }),
    act('the user becomes warehouse', 'admin', 'PUT', user, () => ({ role: 'warehouse' }), { version: () => 1 }),
    act('the user gets a password', 'direction', 'PUT', user, () => ({ password: 'prova-di-Guasto-3' })),
    act('rename the user', 'admin', 'PUT', user, () => ({ name: 'Altro' })),
    act('delete the user', 'admin', 'DELETE', user),
    act('deactivate the boss', 'admin', 'PUT', admin, () => ({ is_active: false })),
    act('delete the boss', 'admin', 'DELETE', admin),
    act('the boss becomes sales', 'admin', 'PUT', admin, () => ({ role: 'sales' })),
  ],
};
