import { UserForm } from './UserForm.tsx';

const NewUserPage = () => <UserForm />;
export default NewUserPage;
