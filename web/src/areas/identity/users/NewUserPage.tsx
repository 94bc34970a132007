import { UserForm } from './UserForm.tsx';

/** Shows the form of a new user. */
function NewUserPage() {
  return <UserForm />;
}
export default NewUserPage;
