import type { Blog } from '@carecommons/contract/blogs';
import { BlogCard } from './blog-card.tsx';

/** Cards of articles, in as many columns as there is room for. */
export function BlogGrid({ blogs, heading }: { blogs: Blog[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
      {blogs.map((blog) => (
        <li key={blog.id} className="min-w-0">
          <BlogCard blog={blog} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
